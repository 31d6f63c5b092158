import { randomInt } from "node:crypto";
import { plateGroups } from "@idanimo/contract/checks/license-number/view";
import { bureauFigures } from "@idanimo/contract/checks/bvn/record";
import type { BureauFound, PlateFound } from "../providers/source.ts";
import { FakePersons, FakeSource } from "./fakes.ts";

/** Sources other than NINs and vehicles, with canary values in every field of their records. */

/** The value in every field that a record can have; different in each test file, since they share a server. */
export const canary = `CANARY${randomInt(100_000, 999_999)}`;
export const plantCanaries = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, `${canary}-${name}`])) as Record<Name, string>;
export const fieldNamesOf = (
  groups: readonly { readonly fields: readonly { readonly names: readonly string[] }[] }[],
) => groups.flatMap(({ fields }) => fields.flatMap(({ names }) => names));

/** Sources of persons answer as a test scripts; bureaus and plates find a record for every value. */
export function createCanarySources() {
  const persons = {
    phone: new FakePersons("fake_phones"),
    bvnByPhone: new FakePersons("fake_banks_by_phone"),
    bvn: new FakePersons("fake_banks"),
  };
  const bureauOf = (name: string) =>
    new FakeSource<string, BureauFound>(`fake_${name}`, (bvn) => ({
      kind: "found",
      record: {
        bvn,
        bureau: {
          summary: plantCanaries(bureauFigures),
          tables: { loans: [plantCanaries(["lender", "balance"])] },
        },
        ficoScore: `${canary}-score`,
        basic: plantCanaries(["name", "address", "email"]),
      },
    }));
  const bureaus = {
    crc: bureauOf("crc"),
    firstCentral: bureauOf("first_central"),
    creditRegistry: bureauOf("registry"),
  };
  const plate = new FakeSource<string, PlateFound>("fake_plates", (asked) => ({
    kind: "found",
    record: { plate: asked, fields: plantCanaries(fieldNamesOf(plateGroups)) },
  }));
  return {
    ...persons,
    bureaus,
    plate,
    sources: {
      phone: [persons.phone],
      bvnByPhone: [persons.bvnByPhone],
      bvn: [persons.bvn],
      bureau: { crc: [bureaus.crc], firstCentral: [bureaus.firstCentral], creditRegistry: [bureaus.creditRegistry] },
      plate: [plate],
    },
  };
}
