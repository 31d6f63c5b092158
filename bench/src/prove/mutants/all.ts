import { consent } from "./consent.ts";
import { money } from "./money.ts";
import { records } from "./records.ts";
import { recordsAround } from "./records-around.ts";
import { recordsBought } from "./records-bought.ts";
import { recordsServed } from "./records-served.ts";
import type { Mutant } from "./mutant.ts";
import { work } from "./work.ts";
import { workAround } from "./work-around.ts";
import { workOutside } from "./work-outside.ts";
import { workPeople } from "./work-people.ts";

export const mutants: readonly Mutant[] = [
  ...consent,
  ...records,
  ...recordsAround,
  ...recordsBought,
  ...recordsServed,
  ...money,
  ...work,
  ...workAround,
  ...workOutside,
  ...workPeople,
];
