import { lagosOffsetMs } from "@idanimo/contract/date-format";
import {
  priceItems,
  catalogueRowOf,
  type SearchOption,
  searchTypes,
  type SearchType,
} from "@idanimo/contract/catalogue";
import type { UserType } from "@idanimo/contract/accounts";
import type { ConsentEvent } from "@idanimo/contract/consent";
import { normaliseValue } from "@idanimo/contract/history-search";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { SearchPayload } from "@idanimo/contract/verification";
import type { Outcome } from "@idanimo/contract/verification-states";

/** The typed values of a search by their payload names. */
export type SearchValues = Readonly<Record<string, string>>;

/** Personal values of a request nobody paid for go after a day at most; a paid one's end is set as it becomes known. */
export const unpaidRetentionSeconds = 86_400;

/** One look-up that a payload asks for. */
export type RequestedItem = {
  readonly type: SearchType;
  readonly values: SearchValues;
  readonly options: readonly SearchOption[];
  /** Lines of a bulk file; 1 for everything else. */
  readonly records: number;
};

/**
 * Which look-ups a flat payload asks for: each catalogue row whose fields are all there, the row with the most fields taking
 * them first, so that a NIN with a face is not also a plain NIN. Ticks belong to the rows that know them. Source: B§3, design 3.
 */
export function itemsInPayload(
  payload: SearchPayload & { readonly bulkUploadId?: string | undefined },
): readonly RequestedItem[] {
  const given = new Map<string, unknown>(Object.entries(payload));
  if (payload.bulkUploadId !== undefined) given.set("nin_csv", payload.bulkUploadId); // it stands in for the file itself
  const free = new Set([...given].filter(([, value]) => value !== undefined && value !== false).map(([name]) => name));
  const weight = (type: SearchType) =>
    Object.keys(catalogueRowOf(type).fields).length + (catalogueRowOf(type).needsOneOption ? 0.5 : 0);
  const found: RequestedItem[] = [];
  for (const type of [...searchTypes].sort((left, right) => weight(right) - weight(left))) {
    const row = catalogueRowOf(type);
    const fields = Object.keys(row.fields);
    if (!fields.every((field) => free.has(field))) continue;
    const options = row.options.filter((option) => free.has(option));
    if (row.needsOneOption && options.length === 0) continue;
    for (const field of fields) free.delete(field);
    const values = Object.fromEntries(fields.map((field) => [field, String(given.get(field))]));
    found.push({ type, values, options, records: 1 });
  }
  return found.sort(
    (left, right) => priceItems[catalogueRowOf(left.type).priceItem] - priceItems[catalogueRowOf(right.type).priceItem],
  );
}

/** The items of a payload, or why they cannot be bought as they are [WIZARD-22]. */
export function parseItems(
  payload: Parameters<typeof itemsInPayload>[0],
): Result<readonly RequestedItem[], "nothing_to_verify" | "bureau_required"> {
  const items = itemsInPayload(payload);
  if (payload.bvn !== undefined && !items.some(({ type }) => type === "bvn"))
    return fail("bureau_required", {}, { fields: { bvn: texts.bureauRequired } });
  return items.length === 0 ? fail("nothing_to_verify", {}) : ok(items);
}

/** The same look-ups with the lines that their file was found to have. */
export function withRecordCount(items: readonly RequestedItem[], records: number): readonly RequestedItem[] {
  return items.map((item) => (item.type === "bulk_nin" ? { ...item, records } : item));
}

/**
 * Whether an account may buy a look-up here. `offered` are the search types that have a source: a kind that is internal, or shown
 * without being chosen, is among them only where the operator set it up. Source: design 1, T-17.
 */
export function checkMayBuy(
  type: SearchType,
  userType: UserType,
  offered: readonly string[],
): Result<void, "not_for_this_account" | "not_offered"> {
  const row = catalogueRowOf(type);
  if (!offered.includes(type)) return fail("not_offered", { searchType: row.label });
  if (row.audience === "business" && userType !== "business")
    return fail("not_for_this_account", { searchType: row.label });
  return ok(undefined);
}

/** The value a history row shows: the first typed field. */
export function displayValue(item: RequestedItem): string {
  const [first] = Object.keys(catalogueRowOf(item.type).fields);
  return (first && item.values[first]) ?? "";
}

/** What is equal when the same thing is asked twice: the kind of value and the value. */
export function valueKind(type: SearchType): string {
  return catalogueRowOf(type).searchParameter;
}

/** Fields that hold a picture, or the name of one. */
export const pictureFields: readonly string[] = ["face", "finger"];

/** The value that is equal when the same thing is asked twice: all that was typed, without pictures, which never are the same. */
export function canonicalValue(item: RequestedItem): string {
  const names = Object.keys(catalogueRowOf(item.type).fields).filter((name) => !pictureFields.includes(name));
  return names.map((name) => canonicalField(name, item.values[name] ?? "")).join("\n");
}

/** A typed value in its one spelling. The register's number is the same with and without `RC` before it. */
function canonicalField(name: string, value: string): string {
  const normal = normaliseValue(value);
  return name === "rc" ? normal.replace(/^RC(?=\d)/, "") : normal;
}

/** What the end of a look-up says, as far as its outcome goes. */
type LookupOutcomeFacts =
  | { readonly kind: "not_found" | "failed" }
  | { readonly kind: "found"; readonly record: { readonly subject: SubjectFacts | null } };
type SubjectFacts = {
  readonly birthDate: string | null;
  readonly contact: { readonly phone: string | null; readonly mail: string | null };
};

/** What an answer means for the item: an end with its outcome, or a question to the subject. */
export function outcomeOf(
  answer: LookupOutcomeFacts,
  needsConsent: boolean,
  now: Date,
): { readonly outcome: Outcome; readonly consent: ConsentEvent } | "ask" | "deliver" {
  if (answer.kind === "not_found") return { outcome: "NO_DATA", consent: "record_missing" };
  if (answer.kind !== "found") return { outcome: "PROVIDER_FAILED", consent: "source_failed" };
  if (!needsConsent) return "deliver";
  const { subject } = answer.record;
  // without a birth date nobody can say that this is an adult, so the record is not usable
  if (!subject?.birthDate) return { outcome: "PROVIDER_FAILED", consent: "source_failed" };
  if (isMinor(subject.birthDate, now)) return { outcome: "MINOR", consent: "minor" };
  if (subject.contact.phone === null && subject.contact.mail === null)
    return { outcome: "NO_CONTACT", consent: "no_contact" };
  return "ask";
}

const ageOfMajority = 18;

/**
 * Whether somebody born on a date is under 18 now, in Lagos. Born on 29 February, one comes of age on 1 March.
 * @param birthDate ISO date
 * Source: design 2, T-49.
 */
export function isMinor(birthDate: string, now: Date): boolean {
  const [year, month, dayOfMonth] = birthDate.split("-").map(Number);
  if (year === undefined || month === undefined || dayOfMonth === undefined) return true;
  const ofAge = Date.UTC(year + ageOfMajority, month - 1, dayOfMonth);
  return !(now.getTime() + lagosOffsetMs >= ofAge); // so that a date nobody can read makes nobody a grown-up
}
