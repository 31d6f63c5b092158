import { catalogueRowOf, type SearchType } from "./catalogue.ts";
import type { NameSource } from "./checks/check-row.ts";
import { firstValue, type WireRecord } from "./record-fields.ts";

/** Finds the name of its subject in a record. */

/** The name in a record; an empty part is not in it. */
export type RecordName = { readonly firstname: string; readonly middlename: string; readonly lastname: string };

/** A record with a name, and what it is called on a result. */
export type NamedRecord = { readonly label: string; readonly name: RecordName };

/** Finds the name that a record can be compared by; undefined if it has none. */
type NameFinder = (record: WireRecord) => NamedRecord | undefined;

function nameOfPerson(label: string, person: unknown): NamedRecord | undefined {
  if (!isRecord(person)) return undefined;
  const part = (...names: readonly string[]) => firstValue(person, { names }) ?? "";
  const name = {
    firstname: part("firstName", "firstname"),
    middlename: part("middleName", "middlename"),
    lastname: part("lastName", "surname"),
  };
  return name.firstname === "" && name.lastname === "" ? undefined : { label, name };
}

/** A name in one text, in natural order: the last word is the last name. */
function nameOfText(label: string, person: unknown): NamedRecord | undefined {
  const words = (isRecord(person) ? (firstValue(person, { names: ["name"] }) ?? "") : "").split(/\s+/).filter(Boolean);
  const [firstname = "", ...others] = words;
  const lastname = others.pop() ?? "";
  return firstname === "" ? undefined : { label, name: { firstname, middlename: others.join(" "), lastname } };
}

const isRecord = (value: unknown): value is WireRecord => typeof value === "object" && value !== null;
const dataOf = (part: unknown): unknown => (isRecord(part) ? part["data"] : undefined);
const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

const ninRecordLabel = "NIN record";
const bvnRecordLabel = "BVN record";

const nameFinders = {
  person: (record) => nameOfPerson(ninRecordLabel, record),
  extension: (record) =>
    nameOfPerson(ninRecordLabel, dataOf(record["premblyPhoneVerification"])) ??
    nameOfPerson(bvnRecordLabel, dataOf(record["premblyBvnVerification"])),
  // the first entry is that of the BVN itself, the others are the bureaus' own
  credit: (record) => nameOfText(bvnRecordLabel, firstOf(record["basic-data"])),
} as const satisfies Record<NameSource, NameFinder>;

/** Whether a check can compare a name. */
export const comparesName = (type: SearchType): boolean => catalogueRowOf(type).nameIn !== undefined;

/** The name in a check's record and what the record is called; undefined if there is none. */
export function findRecordName(type: SearchType, record: WireRecord): NamedRecord | undefined {
  const { nameIn } = catalogueRowOf(type);
  return nameIn && nameFinders[nameIn](record);
}
