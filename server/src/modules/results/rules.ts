import type { SearchType } from "@idanimo/contract/catalogue";
import { partOfFieldName, partsOfSearchType, type RecordPart } from "@idanimo/contract/record-parts";
import {
  type BureauRecord,
  type CreditRecord,
  creditRecord,
  extensionRecord,
  type ExtensionRecord,
  type NamedTexts,
} from "@idanimo/contract/records";

/** Which values of a person's record are kept: those of the parts they were asked for, without the parts they left out. Pure. */

type RecordValues = Readonly<Record<string, unknown>>;
type BvnVerification = ExtensionRecord["premblyBvnVerification"];

/** Values by their names, as far as the names stand in these parts. */
const pickParts = <Value>(
  values: Readonly<Record<string, Value>>,
  parts: readonly RecordPart[],
): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const part = partOfFieldName(name);
      return part !== undefined && parts.includes(part);
    }),
  );

/** A half that was left out says not even whether there was a record. */
const redactedVerification: BvnVerification = {
  verificationStatus: "NOT-VERIFIED",
  verificationReference: null,
  data: null,
};

const filterVerification = (half: BvnVerification, parts: readonly RecordPart[]): BvnVerification => ({
  ...half,
  data: half.data && pickParts(half.data, parts),
});

function filterExtensionRecord(record: RecordValues, parts: readonly RecordPart[]): ExtensionRecord {
  const { premblyPhoneVerification: phone, premblyBvnVerification: bvn } = extensionRecord.parse(record);
  return {
    premblyPhoneVerification: filterVerification(phone, parts),
    premblyBvnVerification: parts.includes("bank") ? filterVerification(bvn, parts) : redactedVerification,
  };
}

/** A bureau's tables have names of their own, which are the credit part's; a column of another part goes with that part. */
function filterBureauRecord(bureau: BureauRecord | null, parts: readonly RecordPart[]): BureauRecord | null {
  const isColumnIncluded = (name: string) => parts.includes(partOfFieldName(name) ?? "credit");
  const filterRow = (row: NamedTexts) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => isColumnIncluded(name)));
  const tables = Object.entries(bureau?.tables ?? {}).map(([name, rows]) => [name, rows.map(filterRow)] as const);
  return bureau && { ...bureau, tables: Object.fromEntries(tables) };
}

function filterCreditRecord(record: RecordValues, parts: readonly RecordPart[]): CreditRecord {
  const read = creditRecord.parse(record);
  const people = read["basic-data"].map((person) => pickParts(person, parts));
  return {
    asked: read.asked,
    "FICO-Score": read["FICO-Score"],
    "basic-data": people.filter((person) => Object.keys(person).length > 0),
    "crc-data": filterBureauRecord(read["crc-data"], parts),
    "firstCentral-data": filterBureauRecord(read["firstCentral-data"], parts),
    "creditRegistry-data": filterBureauRecord(read["creditRegistry-data"], parts),
  };
}

/**
 * A record without what its person left out. A name that stands in no part of the search type goes as well: nobody was asked for
 * it. A record that is nobody's stays as it is. Source: T-46, B§1.
 * @param withheld parts that the person left out of their yes
 */
export function redactParts(
  type: SearchType,
  record: RecordValues,
  withheld: readonly RecordPart[] = [],
): RecordValues {
  const parts = partsOfSearchType(type).flatMap(({ part }) => (withheld.includes(part) ? [] : [part]));
  if (partsOfSearchType(type).length === 0) return record;
  if (type === "phone") return filterExtensionRecord(record, parts);
  return type === "bvn" ? filterCreditRecord(record, parts) : pickParts(record, parts);
}

const isRecordObject = (value: unknown): value is RecordValues =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same for what a source answered about a person, which may be kept until another one has answered. */
export function keepRequestedParts(type: SearchType, answer: unknown): unknown {
  const parts = partsOfSearchType(type).map(({ part }) => part);
  if (parts.length === 0 || !isRecordObject(answer)) return answer;
  const { fields, basic } = answer;
  return {
    ...answer,
    ...(isRecordObject(fields) && { fields: pickParts(fields, parts) }),
    ...(isRecordObject(basic) && { basic: pickParts(basic, parts) }),
  };
}
