import { rowOf, type SearchField, type SearchType } from "@idanimo/contract/catalogue";
import { type Purpose, purpose as purposeShape } from "@idanimo/contract/consent";
import * as texts from "@idanimo/contract/texts";
import type { SearchPayload } from "@idanimo/contract/verification";
import { safeParse } from "zod/mini";
import { asksSomebody, type Draft, fieldsOf } from "./rules.ts";

/** What is wrong, by the name of the field; `options` and `purpose` and `purposeNote` for those. Empty when it can be sent. */
export function faultsOf(draft: Draft): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const type of draft.types) {
    const row = rowOf(type);
    for (const name of fieldsOf(type)) {
      const fault = fieldFault(type, name, draft.values[name] ?? "");
      if (fault !== undefined) faults[name] = fault;
    }
    const ticked = row.options.some((option) => draft.options.includes(option));
    if (row.needsOneOption && !ticked) faults["options"] = texts.bureauRequired;
  }
  if (asksSomebody(draft.types)) {
    const read = safeParse(purposeShape, purposeOf(draft));
    for (const issue of read.error?.issues ?? [])
      faults[issue.path[0] === "note" ? "purposeNote" : "purpose"] ??= issue.message;
  }
  return faults;
}

/** What is wrong with one typed value, in the specification's words. Source: B§5. */
export function fieldFault(type: SearchType, name: SearchField, value: string): string | undefined {
  const rule = rowOf(type).fields[name];
  if (!rule) return undefined;
  const read = safeParse(rule, value);
  return read.success ? undefined : read.error.issues[0]?.message;
}

function purposeOf({ purposeCode, purposeNote }: Draft) {
  const note = purposeNote.trim();
  return { code: purposeCode, ...(note !== "" && { note }) };
}

/** The search payload with its purpose. Call it only when `faultsOf` finds nothing. */
export function payloadOf(draft: Draft): SearchPayload & { readonly purpose?: Purpose } {
  const names = new Set(draft.types.flatMap(fieldsOf));
  const wanted = new Set(draft.types.flatMap((type) => rowOf(type).options));
  const values = Object.fromEntries([...names].map((name) => [name, (draft.values[name] ?? "").trim()]));
  const ticks = Object.fromEntries(
    draft.options.filter((option) => wanted.has(option)).map((option) => [option, true]),
  );
  const purpose = asksSomebody(draft.types) ? safeParse(purposeShape, purposeOf(draft)) : undefined;
  return { ...values, ...ticks, ...(purpose?.success && { purpose: purpose.data }) };
}
