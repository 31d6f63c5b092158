import type { SearchType } from "@idanimo/contract/catalogue";
import type { SentInputOf } from "@idanimo/contract/operation";
import type { createSession } from "@idanimo/contract/verification";
import type { Chance } from "../chance.ts";

export type Search = Omit<SentInputOf<typeof createSession>, "currency">;

export type Endings = readonly [string, ...string[]];
/** Endings of numbers: mostly plain people, and records that are bad in some way, but answer at once. */
export const quickEndings: Endings = [
  "1234",
  "5678",
  "4321",
  "8765",
  "2468",
  "0000",
  "0003",
  "0005",
  "0006",
  "0011",
  "0012",
];
/** Some that fail or refuse at first besides: they may be tried for ten minutes. The slow ones are faults of their own. */
export const allEndings: Endings = [...quickEndings, "0001", "0007"];
/** The smallest picture there is: one grey dot. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
const purpose = { code: "credit" } as const;

/** What is typed for a kind of look-up, about somebody new each time; undefined for a kind this client cannot buy. */
export function searchOf(type: SearchType, chance: Chance, endings: Endings): Search | undefined {
  const number = () => `${chance.digits(7).replace(/^0/, "1")}${chance.one(endings)}`;
  const word = (length: number) =>
    Array.from({ length }, () => chance.one(["A", "B", "C", "D", "E", "F", "G", "H", "K", "L", "M"])).join("");
  const vin = () => `${word(5)}${chance.digits(8)}${chance.one(["7777", ...endings])}`;
  switch (type) {
    case "nin":
      return { nin: number(), purpose };
    case "phone":
      return { phone: `080${chance.digits(4)}${chance.one(endings)}`, purpose };
    case "bvn": {
      const some = () => chance.next() < 0.5;
      return { bvn: number(), crc: true, firstCentral: some(), creditRegistry: some(), purpose };
    }
    case "rc":
      return { rc: `${chance.digits(3).replace(/^0/, "1")}${chance.one(endings)}` };
    case "business_name":
      return { business_name: `${word(6)} ${word(4)} ${chance.one(endings)}` };
    case "vin":
      return { vin: vin(), stolencheck: chance.next() < 0.5 };
    case "legitcar":
      return { vin: vin(), legitcar: true };
    case "license_number":
      return { license_number: `${word(3)}${chance.digits(3)}${word(2)}` };
    case "demographics":
      return { firstname: word(6), lastname: word(8), dateOfBirth: "04/05/1990", gender: "f", purpose };
    case "fingerprint":
      return { nin: number(), finger: picture, purpose };
    case "bulk_nin":
      return { nin_csv: Buffer.from([number(), number(), number()].join("\n")).toString("base64"), purpose };
    case "nin_face": // begins with a camera
    case "stakeholders": // begins with a result
      return undefined;
  }
}
