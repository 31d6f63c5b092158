import { consent } from "./consent.ts";
import { money } from "./money.ts";
import { recordsAround } from "./records-around.ts";
import { recordsBought } from "./records-bought.ts";
import type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [...consent, ...recordsAround, ...recordsBought, ...money];
