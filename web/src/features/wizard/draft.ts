import {
  catalogueRowOf,
  isAnswerType,
  type SearchField,
  searchTypes,
  type SearchType,
} from "@idanimo/contract/catalogue";
import { type Purpose, purpose as purposeShape } from "@idanimo/contract/consent";
import type { FieldFault } from "@idanimo/contract/checks/check-details";
import { detailsOf } from "@idanimo/contract/checks/details";
import { type ExpectedName, expectedName as expectedNameShape } from "@idanimo/contract/expected-name";
import { requestLabel } from "@idanimo/contract/request-label";
import * as texts from "@idanimo/contract/texts";
import type { SearchPayload } from "@idanimo/contract/search-payload";
import { safeParse } from "zod/mini";
import { clearedPurposeMessage } from "./copy.ts";
import {
  canCompareName,
  isOptionalField,
  requiresConsent,
  type Draft,
  effectivePurpose,
  fieldsOf,
  effectiveOptions,
} from "./rules.ts";

/**
 * The errors by field name; those of options, purpose, its note and the types are under `options`, `purpose`,
 * `purposeNote` and `types`, those of an expected name under `expectedName.firstname` and so on.
 */
export type DraftErrors = Readonly<Record<string, string>>;

/** All errors of a draft; empty if it can be sent. */
export function validateDraft(draft: Draft): DraftErrors {
  const errors: Record<string, string> = {};
  for (const type of draft.types) {
    for (const name of fieldsOf(type)) {
      const value = valueOf(draft, name);
      const error = isOptionalField(type, name) && value.trim() === "" ? undefined : validateField(type, name, value);
      if (error !== undefined) errors[name] = error;
    }
    if (fieldsOf(type).every((name) => errors[name] === undefined)) {
      const fault = findFault(type, draft);
      if (fault) errors[fault.field] = fault.message;
    }
    if (catalogueRowOf(type).needsOneOption && effectiveOptions(type, draft.options).length === 0)
      errors["options"] = texts.bureauRequired;
  }
  if (requiresConsent(draft.types)) {
    const cleared = clearedPurposeMessage(draft);
    if (cleared !== undefined) errors["purpose"] = cleared;
    const read = safeParse(purposeShape, purposeOf(draft));
    for (const issue of read.error?.issues ?? [])
      errors[issue.path[0] === "note" ? "purposeNote" : "purpose"] ??= issue.message;
  }
  const label = safeParse(requestLabel, draft.label);
  if (!label.success) errors["label"] = label.error.issues[0]?.message ?? texts.fieldMalformed;
  const name = expectedNameOf(draft);
  for (const issue of (name && safeParse(expectedNameShape, name).error?.issues) ?? [])
    errors[`expectedName.${String(issue.path[0])}`] ??= issue.message;
  return errors;
}

/** The error of one value, with the specification's text. */
export function validateField(type: SearchType, name: SearchField, value: string): string | undefined {
  const { fields } = catalogueRowOf(type);
  const rule = fields[name]?.schema;
  if (!rule) return undefined;
  // with a picture, an empty number has a separate text [WIZARD-27]
  if (name === "nin" && value === "" && (fields.face || fields.finger)) return texts.ninEmpty;
  const read = safeParse(rule, value);
  return read.success ? undefined : read.error.issues[0]?.message;
}

/** A fault of the values of a type together. */
function findFault(type: SearchType, draft: Draft): FieldFault<string> | undefined {
  const values = Object.fromEntries(fieldsOf(type).map((name) => [name, valueOf(draft, name)]));
  return detailsOf(type).findFault?.(values);
}

/** The value of a field. For a bulk file, the id of its upload. */
function valueOf(draft: Draft, name: SearchField): string {
  return name === "nin_csv" ? (draft.upload?.uploadId ?? "") : (draft.values[name] ?? "");
}

function purposeOf(draft: Draft) {
  const note = draft.purposeNote.trim();
  return { code: effectivePurpose(draft) ?? "", ...(note !== "" && { note }) };
}

/** The expected name as typed, if a chosen check compares it. */
function expectedNameOf({ types, hasExpectedName, expectedName }: Draft) {
  if (!hasExpectedName || !canCompareName(types)) return undefined;
  const { firstname, middlename, lastname } = expectedName;
  return { firstname, ...(middlename.trim() !== "" && { middlename }), lastname };
}

/**
 * The search payload with its purpose, or with the upload id for a bulk file. Call it only if `validateDraft` finds
 * no errors.
 */
export function toSearchPayload(draft: Draft): SearchPayload & {
  readonly purpose?: Purpose;
  readonly expectedName?: ExpectedName;
  readonly label?: string;
  readonly bulkUploadId?: string;
} {
  const names = new Set(draft.types.flatMap(fieldsOf));
  const ticked = draft.types.flatMap((type) => effectiveOptions(type, draft.options));
  const bulkUploadId = names.delete("nin_csv") ? draft.upload?.uploadId : undefined;
  const typed = [...names].map((name) => [name, (draft.values[name] ?? "").trim()] as const);
  const isOptional = (name: SearchField) => draft.types.some((type) => isOptionalField(type, name));
  const values = Object.fromEntries(typed.filter(([name, value]) => value !== "" || !isOptional(name)));
  const check = draft.types.find(isAnswerType);
  const ticks = Object.fromEntries(ticked.map((option) => [option, true]));
  const purpose = requiresConsent(draft.types) ? safeParse(purposeShape, purposeOf(draft)) : undefined;
  const name = expectedNameOf(draft);
  const expectedName = name && safeParse(expectedNameShape, name);
  const label = safeParse(requestLabel, draft.label);
  return {
    ...values,
    ...(check && { check }),
    ...ticks,
    ...(bulkUploadId !== undefined && { bulkUploadId }),
    ...(purpose?.success && { purpose: purpose.data }),
    ...(expectedName?.success && { expectedName: expectedName.data }),
    ...(label.success && label.data !== "" && { label: label.data }),
  };
}

/** Maps the payload's field names to those of the draft: `purpose.note` is a separate field here. */
export function errorsFromServer(fields: DraftErrors): DraftErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name === "purpose.note"
        ? "purposeNote"
        : name.startsWith("purpose")
          ? "purpose"
          : name === "bulkUploadId"
            ? "nin_csv"
            : searchTypes.some((type) => catalogueRowOf(type).options.some((option) => option === name))
              ? "options"
              : name,
      message,
    ]),
  );
}
