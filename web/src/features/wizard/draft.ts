import { catalogueRowOf, type SearchField, type SearchType } from "@idanimo/contract/catalogue";
import { type Purpose, purpose as purposeShape } from "@idanimo/contract/consent";
import * as texts from "@idanimo/contract/texts";
import type { SearchPayload } from "@idanimo/contract/verification";
import { safeParse } from "zod/mini";
import { requiresConsent, type Draft, fieldsOf, effectiveOptions } from "./rules.ts";

/** What is wrong, by the name of the field; `options`, `purpose`, `purposeNote` and `types` for those. */
export type DraftErrors = Readonly<Record<string, string>>;

/** Everything wrong with a draft; empty when it can be sent. */
export function validateDraft(draft: Draft): DraftErrors {
  const errors: Record<string, string> = {};
  for (const type of draft.types) {
    for (const name of fieldsOf(type)) {
      const error = validateField(type, name, valueOf(draft, name));
      if (error !== undefined) errors[name] = error;
    }
    if (catalogueRowOf(type).needsOneOption && effectiveOptions(type, draft.options).length === 0)
      errors["options"] = texts.bureauRequired;
  }
  if (requiresConsent(draft.types)) {
    const read = safeParse(purposeShape, purposeOf(draft));
    for (const issue of read.error?.issues ?? [])
      errors[issue.path[0] === "note" ? "purposeNote" : "purpose"] ??= issue.message;
  }
  return errors;
}

/** What is wrong with one value, in the specification's words. Source: B§5. */
export function validateField(type: SearchType, name: SearchField, value: string): string | undefined {
  const { fields } = catalogueRowOf(type);
  const rule = fields[name];
  if (!rule) return undefined;
  // beside a picture an empty number has words of its own; Source: WIZARD-27
  if (name === "nin" && value === "" && (fields.face || fields.finger)) return texts.ninEmpty;
  const read = safeParse(rule, value);
  return read.success ? undefined : read.error.issues[0]?.message;
}

/** The value of a field. A bulk file stands for its own. */
function valueOf(draft: Draft, name: SearchField): string {
  return name === "nin_csv" ? (draft.upload?.uploadId ?? "") : (draft.values[name] ?? "");
}

function purposeOf({ purposeCode, purposeNote }: Draft) {
  const note = purposeNote.trim();
  return { code: purposeCode, ...(note !== "" && { note }) };
}

/** The search payload with its purpose, or the file in the place of a value. Call it only when `faultsOf` finds nothing. */
export function toSearchPayload(
  draft: Draft,
): SearchPayload & { readonly purpose?: Purpose; readonly bulkUploadId?: string } {
  const names = new Set(draft.types.flatMap(fieldsOf));
  const ticked = draft.types.flatMap((type) => effectiveOptions(type, draft.options));
  const bulkUploadId = names.delete("nin_csv") ? draft.upload?.uploadId : undefined;
  const values = Object.fromEntries([...names].map((name) => [name, (draft.values[name] ?? "").trim()]));
  const ticks = Object.fromEntries(ticked.map((option) => [option, true]));
  const purpose = requiresConsent(draft.types) ? safeParse(purposeShape, purposeOf(draft)) : undefined;
  return {
    ...values,
    ...ticks,
    ...(bulkUploadId !== undefined && { bulkUploadId }),
    ...(purpose?.success && { purpose: purpose.data }),
  };
}

/** The server names fields as the payload does: `purpose.note` is the note's own box here. */
export function errorsFromServer(fields: DraftErrors): DraftErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name === "purpose.note"
        ? "purposeNote"
        : name.startsWith("purpose")
          ? "purpose"
          : name === "bulkUploadId"
            ? "nin_csv"
            : name,
      message,
    ]),
  );
}
