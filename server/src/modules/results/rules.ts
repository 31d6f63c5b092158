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

/** Decides which values of a subject's record are stored: those of requested parts that were not withheld. Pure. */

type RecordValues = Readonly<Record<string, unknown>>;
type BvnVerification = ExtensionRecord["premblyBvnVerification"];

/** Filters values to those whose field name belongs to one of the parts. */
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

/** A redacted verification does not reveal whether there was a record. */
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

/**
 * A bureau's tables have their own column names, which belong to the credit part, unless a column belongs to
 * another part.
 */
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
 * Removes withheld parts, and values outside the search type's parts, because the subject was not asked for them.
 * Does not change a record without a subject. [T-46]
 * @param withheld parts that the subject withheld
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

/** The same for a source's answer, which may be stored while another source is pending. */
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
