import type { SearchType } from "@idanimo/contract/catalogue";
import type { SentInputOf } from "@idanimo/contract/operation";
import type { createSession } from "@idanimo/contract/verification";
import type { Random } from "./random.ts";

export type Search = Omit<SentInputOf<typeof createSession>, "currency">;
/** Last four digits of a search value; the sandbox reserves some for records with a defect. */
export type Endings = readonly [string, ...string[]];

const plain = ["1234", "5678", "4321", "8765", "2468"] as const;
/** Plain records, no record (0000), no contact (0005, 0006 is a minor), and other defects; all respond at once. */
export const quickEndings: Endings = [...plain, "0000", "0003", "0005", "0006", "0011", "0012"];
/** Also sources that fail first and are retried for up to ten minutes. */
export const allEndings: Endings = [...quickEndings, "0001", "0007"];
/** Every source has a record or says that there is none; a value is queried once. */
export const definiteEndings: Endings = [...plain, "1357", "9753", "0000", "0005", "0006", "0011"];

/** The smallest picture: one grey pixel. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
const purpose = { code: "credit" } as const;

/** A search for a new subject; undefined for types that start with a camera or a result. */
export function searchOf(type: SearchType, random: Random, endings: Endings): Search | undefined {
  const number = () => `${random.digits(7).replace(/^0/, "1")}${random.pick(endings)}`;
  const word = (length: number) =>
    Array.from({ length }, () => random.pick(["A", "B", "C", "D", "E", "F", "G", "H", "K", "L", "M"])).join("");
  const vin = () => `${word(5)}${random.digits(8)}${random.pick(["7777", ...endings])}`;
  const isTrue = () => random.next() < 0.5;
  switch (type) {
    case "nin":
      return { nin: number(), purpose };
    case "phone":
      return { phone: `080${random.digits(4)}${random.pick(endings)}`, purpose };
    case "bvn":
      return { bvn: number(), crc: true, firstCentral: isTrue(), creditRegistry: isTrue(), purpose };
    case "rc":
      return { rc: `${random.digits(3).replace(/^0/, "1")}${random.pick(endings)}` };
    case "business_name":
      return { business_name: `${word(6)} ${word(4)} ${random.pick(endings)}` };
    case "vin":
      return { vin: vin(), stolencheck: isTrue() };
    case "legitcar":
      return { vin: vin(), legitcar: true };
    case "license_number":
      return { license_number: `${word(3)}${random.digits(3)}${word(2)}` };
    case "demographics":
      return { firstname: word(6), lastname: word(8), dateOfBirth: "04/05/1990", gender: "f", purpose };
    case "fingerprint":
      return { nin: number(), finger: picture, purpose };
    case "bulk_nin":
      return { nin_csv: Buffer.from([number(), number(), number()].join("\n")).toString("base64"), purpose };
    case "name_match":
      return { check: type, nin: number(), firstname: word(6), lastname: word(8), purpose };
    case "over_age":
      return { check: type, nin: number(), age: isTrue() ? "18" : "21", purpose };
    case "phone_is_theirs":
      return { check: type, nin: number(), phone: `080${random.digits(8)}`, purpose };
    case "nin_and_bvn_one_person":
      return { check: type, nin: number(), bvn: number(), purpose };
    case "score_band":
      return { check: type, bvn: number(), crc: true, atLeast: random.pick(["540", "661", "701", "751"]), purpose };
    case "plate_vin_agree":
      return { check: type, license_number: `${word(3)}${random.digits(3)}${word(2)}`, vin: vin() };
    case "nin_face":
    case "stakeholders":
    case "plate_owner":
      return undefined;
  }
}

/** The values of a search that a source can be queried for. */
export const valuesOf = ({ nin, phone, bvn, rc, vin }: Search) =>
  [nin, phone, bvn, rc, vin].filter((value) => value !== undefined);
