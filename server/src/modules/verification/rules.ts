import { lagosOffsetMs } from "@idanimo/contract/date-format";
import type { Answer } from "@idanimo/contract/answers";
import {
  catalogueRowOf,
  type SearchField,
  type SearchOption,
  searchTypes,
  type SearchType,
  isFileCheck,
} from "@idanimo/contract/catalogue";
import { priceItems } from "@idanimo/contract/price-items";
import type { CheckField } from "@idanimo/contract/checks/check-row";
import type { UserType } from "@idanimo/contract/accounts";
import type { ConsentEvent, PurposeCode } from "@idanimo/contract/consent";
import {
  type DisclosureRule,
  disclosureFor,
  disclosureForAnyPurpose,
  fieldNamesByPart,
} from "@idanimo/contract/record-parts";
import { normaliseValue } from "@idanimo/contract/history-search";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { detailsOf } from "@idanimo/contract/checks/details";
import * as texts from "@idanimo/contract/texts";
import { findInvalidQuestionFields, type SearchPayload } from "@idanimo/contract/search-payload";
import type { Outcome } from "@idanimo/contract/verification-states";

/** The entered values of a search by payload name. */
export type SearchValues = Readonly<Record<string, string>>;

/** Personal values of an unpaid request are purged after a day; payment replaces this limit. */
export const unpaidRetentionSeconds = 86_400;

/** A lookup requested by a payload. */
export type RequestedItem = {
  readonly type: SearchType;
  readonly values: SearchValues;
  readonly options: readonly SearchOption[];
  /** Lines of a bulk file; 1 for any other type. */
  readonly records: number;
};

/**
 * Finds the lookups in a flat payload: each catalogue row whose fields are all present. Rows with more fields claim
 * them first, so that a NIN with a face is not also a plain NIN. Options belong to the rows that define them.
 */
export function itemsInPayload(
  payload: SearchPayload & { readonly bulkUploadId?: string | undefined },
): readonly RequestedItem[] {
  const given = new Map<string, unknown>(Object.entries(payload));
  if (payload.bulkUploadId !== undefined) given.set("nin_csv", payload.bulkUploadId); // takes the place of the file itself
  const free = new Set([...given].filter(([, value]) => value !== undefined && value !== false).map(([name]) => name));
  const weight = (type: SearchType) =>
    type === payload.check
      ? Number.POSITIVE_INFINITY
      : Object.keys(catalogueRowOf(type).fields).length + (catalogueRowOf(type).needsOneOption ? 0.5 : 0);
  const found: RequestedItem[] = [];
  const searched = searchTypes.filter(
    (type) => catalogueRowOf(type).audience !== "holder" && (type === payload.check || !catalogueRowOf(type).question),
  );
  for (const type of searched.sort((left, right) => weight(right) - weight(left))) {
    const row = catalogueRowOf(type);
    const required = requiredFieldsOf(type);
    if (!required.every((field) => free.has(field))) continue;
    const fields = Object.keys(row.fields).filter((field) => free.has(field));
    const options = row.options.filter((option) => free.has(option));
    if (row.needsOneOption && options.length === 0) continue;
    for (const field of fields) free.delete(field);
    const values = Object.fromEntries(fields.map((field) => [field, String(given.get(field))]));
    found.push({ type, values, options, records: 1 });
  }
  return found.sort(
    (left, right) =>
      priceItems.indexOf(catalogueRowOf(left.type).priceItem) -
      priceItems.indexOf(catalogueRowOf(right.type).priceItem),
  );
}

/**
 * What each item's purpose can show, by search type; only for types that need consent.
 * @param purpose undefined: what any purpose can show
 */
export function disclosuresOf(
  items: readonly RequestedItem[],
  purpose: PurposeCode | undefined,
): Result<ReadonlyMap<SearchType, DisclosureRule>, "purpose_not_allowed"> {
  const rules = new Map<SearchType, DisclosureRule>();
  for (const { type } of items.filter((item) => catalogueRowOf(item.type).consent)) {
    const rule = purpose === undefined ? disclosureForAnyPurpose(type) : disclosureFor(type, purpose);
    if (!rule) return fail("purpose_not_allowed", {}, { fields: { purpose: texts.purposeNotAllowed } });
    rules.set(type, rule);
  }
  return ok(rules);
}

/** @throws for a purpose that cannot buy the type; `disclosuresOf` rejects it before */
export function requireDisclosure(type: SearchType, purpose: PurposeCode): DisclosureRule {
  const rule = disclosureFor(type, purpose);
  if (!rule) throw new Error(`${type} cannot be bought for ${purpose}`);
  return rule;
}

const requiredFieldsOf = (type: SearchType): readonly string[] =>
  Object.entries<CheckField | undefined>(catalogueRowOf(type).fields).flatMap(([name, field]) =>
    field?.isOptional ? [] : [name],
  );

/** The items of a payload, or why they cannot be bought [WIZARD-22]. */
export function parseItems(
  payload: Parameters<typeof itemsInPayload>[0],
): Result<readonly RequestedItem[], "nothing_to_verify" | "bureau_required" | "bad_input"> {
  const invalid = findInvalidQuestionFields(payload);
  if (invalid) return fail("bad_input", {}, { fields: invalid });
  const items = itemsInPayload(payload);
  if (payload.bvn !== undefined && !items.some(({ values }) => values["bvn"] !== undefined))
    return fail("bureau_required", {}, { fields: { bvn: texts.bureauRequired } });
  const faults = items.flatMap(({ type, values }) => detailsOf(type).findFault?.(values) ?? []);
  if (faults.length > 0)
    return fail("bad_input", {}, { fields: Object.fromEntries(faults.map(({ field, message }) => [field, message])) });
  return items.length === 0 ? fail("nothing_to_verify", {}) : ok(items);
}

/** Sets the number of lines of the bulk file. */
export function withRecordCount(items: readonly RequestedItem[], records: number): readonly RequestedItem[] {
  return items.map((item) => (isFileCheck(item.type) ? { ...item, records } : item));
}

/**
 * Checks whether an account may buy a lookup. `offered` has the search types with a source; internal types are
 * among them only if the operator configured them [T-17].
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

/** The value shown in a history row: the first field. */
export function displayValue(item: RequestedItem): string {
  const [first] = Object.keys(catalogueRowOf(item.type).fields);
  return (first && item.values[first]) ?? "";
}

/** Namespace of the value hash: equal for search types that take the same kind of value. */
export function valueKind(type: SearchType): string {
  return catalogueRowOf(type).searchParameter;
}

/** Fields that identify a person or a contact of theirs. */
export const personFields: readonly string[] = ["nin", "bvn", "phone", "firstname", "middlename", "lastname"];

/** Fields with a number of a person, an account or a vehicle: each finds its request in the history. */
export const numberFields = [
  "nin",
  "bvn",
  "phone",
  "account_number",
  "license_number",
  "vin",
] as const satisfies readonly SearchField[];

/** Fields that contain a picture or a reference to one. */
export const pictureFields: readonly string[] = ["face", "finger"];

/** Fields that a request stores for its lookup only: pictures, and the values of a vehicle's owner. */
export const lookupOnlyFields: readonly string[] = [...pictureFields, ...fieldNamesByPart.owner];

/** The hashed value: all fields but pictures, so that a repeated request has the same hash. */
export function canonicalValue(item: RequestedItem): string {
  const names = Object.keys(catalogueRowOf(item.type).fields).filter((name) => !pictureFields.includes(name));
  return names.map((name) => canonicalField(name, item.values[name] ?? "")).join("\n");
}

/** Normalises a value. A register number is the same with and without `RC`. */
function canonicalField(name: string, value: string): string {
  const normal = normaliseValue(value);
  return name === "rc" ? normal.replace(/^RC(?=\d)/, "") : normal;
}

/** The parts of a lookup's outcome that decide the item's outcome. */
type LookupOutcomeFacts =
  | { readonly kind: "not_found" | "failed" }
  | {
      readonly kind: "found";
      readonly record: {
        readonly subject: SubjectFacts | null;
        readonly answer?: Answer;
        readonly isAnsweredForMinors?: boolean;
      };
    };
type SubjectFacts = {
  readonly birthDate: string | null;
  readonly isAgeUnrecorded?: boolean;
  readonly contact: { readonly phone: string | null; readonly mail: string | null };
};

/** What a lookup's result means for the item: a final outcome, a consent request, or delivery. */
export function outcomeOf(
  answer: LookupOutcomeFacts,
  needsConsent: boolean,
  now: Date,
): { readonly outcome: Outcome; readonly consent: ConsentEvent } | "ask" | "deliver" {
  if (answer.kind === "not_found") return { outcome: "NO_DATA", consent: "record_missing" };
  if (answer.kind !== "found") return { outcome: "PROVIDER_FAILED", consent: "source_failed" };
  const { subject, isAnsweredForMinors = false } = answer.record;
  // decided before anybody is asked, also for a record without a contact [AO-06]
  if (answer.record.answer === "unknown") return { outcome: "NO_ANSWER", consent: "source_failed" };
  if (!needsConsent) return "deliver";
  // without a birth date that the register usually has, the subject may be a minor, so the record is unusable
  if (!subject || (!subject.birthDate && !subject.isAgeUnrecorded))
    return { outcome: "PROVIDER_FAILED", consent: "source_failed" };
  if (subject.birthDate && isMinor(subject.birthDate, now))
    return isAnsweredForMinors ? "deliver" : { outcome: "MINOR", consent: "minor" };
  if (subject.contact.phone === null && subject.contact.mail === null)
    return { outcome: "NO_CONTACT", consent: "no_contact" };
  return "ask";
}

const ageOfMajority = 18;

/**
 * Whether a person is under 18 on the current date in Lagos. A person born on 29 February comes of age on 1 March
 * [T-49].
 * @param birthDate ISO date; an invalid one counts as a minor's
 */
export function isMinor(birthDate: string, now: Date): boolean {
  const [year, month, dayOfMonth] = birthDate.split("-").map(Number);
  if (year === undefined || month === undefined || dayOfMonth === undefined) return true;
  const ofAge = Date.UTC(year + ageOfMajority, month - 1, dayOfMonth);
  return !(now.getTime() + lagosOffsetMs >= ofAge); // negated, so that an invalid date (NaN) counts as a minor's
}
