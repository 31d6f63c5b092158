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
  const mobile = (digits: string) => `080${digits.replace(/^0/, "3")}`;
  const isTrue = () => random.next() < 0.5;
  const searches: Readonly<Record<SearchType, () => Search | undefined>> = {
    nin: () => ({ nin: number(), purpose }),
    phone: () => ({ phone: mobile(`${random.digits(4)}${random.pick(endings)}`), purpose }),
    bvn: () => ({ bvn: number(), crc: true, firstCentral: isTrue(), creditRegistry: isTrue(), purpose }),
    rc: () => ({ rc: `${random.digits(3).replace(/^0/, "1")}${random.pick(endings)}` }),
    business_name: () => ({ business_name: `${word(6)} ${word(4)} ${random.pick(endings)}` }),
    vin: () => ({ vin: vin(), stolencheck: isTrue() }),
    legitcar: () => ({ vin: vin(), legitcar: true }),
    license_number: () => ({ license_number: `${word(3)}${random.digits(3)}${word(2)}` }),
    demographics: () => ({ firstname: word(6), lastname: word(8), dateOfBirth: "04/05/1990", gender: "f", purpose }),
    fingerprint: () => ({ nin: number(), finger: picture, purpose }),
    bulk_nin: () => ({ nin_csv: Buffer.from([number(), number(), number()].join("\n")).toString("base64"), purpose }),
    name_match: () => ({ check: "name_match", nin: number(), firstname: word(6), lastname: word(8), purpose }),
    over_age: () => ({ check: "over_age", nin: number(), age: isTrue() ? "18" : "21", purpose }),
    phone_is_theirs: () => ({ check: "phone_is_theirs", nin: number(), phone: mobile(random.digits(8)), purpose }),
    nin_and_bvn_one_person: () => ({ check: "nin_and_bvn_one_person", nin: number(), bvn: number(), purpose }),
    score_band: () => ({
      check: "score_band",
      bvn: number(),
      crc: true,
      atLeast: random.pick(["540", "661", "701", "751"]),
      purpose,
    }),
    plate_vin_agree: () => ({
      check: "plate_vin_agree",
      license_number: `${word(3)}${random.digits(3)}${word(2)}`,
      vin: vin(),
    }),
    plate_owner: () => undefined,
    nin_face: () => undefined,
    stakeholders: () => undefined,
    bank_account: () => ({ account_number: `${random.digits(6)}${random.pick(endings)}`, bank_code: "999992" }),
  };
  return searches[type]();
}

/** The values of a search that a source can be queried for. */
export const valuesOf = ({ nin, phone, bvn, rc, vin, account_number }: Search) =>
  [nin, phone, bvn, rc, vin, account_number].filter((value) => value !== undefined);
