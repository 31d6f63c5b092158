import type { SearchType } from "@idanimo/contract/catalogue";
import { partOfName, partsOf, type RecordPart } from "@idanimo/contract/record-parts";
import {
  type BureauRecord,
  type CreditRecord,
  creditRecord,
  extensionRecord,
  type ExtensionRecord,
  type NamedTexts,
} from "@idanimo/contract/records";

/** Which values of a person's record are kept: those of the parts they were asked for, without the parts they left out. Pure. */

type Values = Readonly<Record<string, unknown>>;
type Half = ExtensionRecord["premblyBvnVerification"];

/** Values by their names, as far as the names stand in these parts. */
const ofParts = <Value>(values: Readonly<Record<string, Value>>, parts: readonly RecordPart[]): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const part = partOfName(name);
      return part !== undefined && parts.includes(part);
    }),
  );

/** A half that was left out says not even whether there was a record. */
const nothing: Half = { verificationStatus: "NOT-VERIFIED", verificationReference: null, data: null };

const halfOf = (half: Half, parts: readonly RecordPart[]): Half => ({
  ...half,
  data: half.data && ofParts(half.data, parts),
});

function ofExtension(record: Values, parts: readonly RecordPart[]): ExtensionRecord {
  const { premblyPhoneVerification: phone, premblyBvnVerification: bvn } = extensionRecord.parse(record);
  return {
    premblyPhoneVerification: halfOf(phone, parts),
    premblyBvnVerification: parts.includes("bank") ? halfOf(bvn, parts) : nothing,
  };
}

/** A bureau's tables have names of their own, which are the credit part's; a column of another part goes with that part. */
function ofBureau(bureau: BureauRecord | null, parts: readonly RecordPart[]): BureauRecord | null {
  const isKept = (name: string) => parts.includes(partOfName(name) ?? "credit");
  const rowOf = (row: NamedTexts) => Object.fromEntries(Object.entries(row).filter(([name]) => isKept(name)));
  const tables = Object.entries(bureau?.tables ?? {}).map(([name, rows]) => [name, rows.map(rowOf)] as const);
  return bureau && { ...bureau, tables: Object.fromEntries(tables) };
}

function ofCredit(record: Values, parts: readonly RecordPart[]): CreditRecord {
  const read = creditRecord.parse(record);
  const people = read["basic-data"].map((person) => ofParts(person, parts));
  return {
    asked: read.asked,
    "FICO-Score": read["FICO-Score"],
    "basic-data": people.filter((person) => Object.keys(person).length > 0),
    "crc-data": ofBureau(read["crc-data"], parts),
    "firstCentral-data": ofBureau(read["firstCentral-data"], parts),
    "creditRegistry-data": ofBureau(read["creditRegistry-data"], parts),
  };
}

/**
 * A record without what its person left out. A name that stands in no part of the search type goes as well: nobody was asked for
 * it. A record that is nobody's stays as it is. Source: T-46, B§1.
 * @param withheld parts that the person left out of their yes
 */
export function withoutParts(type: SearchType, record: Values, withheld: readonly RecordPart[] = []): Values {
  const parts = partsOf(type).flatMap(({ part }) => (withheld.includes(part) ? [] : [part]));
  if (partsOf(type).length === 0) return record;
  if (type === "phone") return ofExtension(record, parts);
  return type === "bvn" ? ofCredit(record, parts) : ofParts(record, parts);
}

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same for what a source answered about a person, which may be kept until another one has answered. */
export function askedForOnly(type: SearchType, answer: unknown): unknown {
  const parts = partsOf(type).map(({ part }) => part);
  if (parts.length === 0 || !isValues(answer)) return answer;
  const { fields, basic } = answer;
  return {
    ...answer,
    ...(isValues(fields) && { fields: ofParts(fields, parts) }),
    ...(isValues(basic) && { basic: ofParts(basic, parts) }),
  };
}
