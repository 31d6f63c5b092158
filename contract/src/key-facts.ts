import { nonEmptyText } from "./record-fields.ts";

/** The most important values of a record, shown beside the name on its result and on page 1 of its report. */
export type KeyFact = { readonly label: string; readonly value: string };

/** Leaves out the facts without a value. */
export const knownFacts = (
  facts: readonly { readonly label: string; readonly value: string | null | undefined }[],
): readonly KeyFact[] =>
  facts.flatMap(({ label, value }) => {
    const text = nonEmptyText(value);
    return text === undefined || text === "-" ? [] : [{ label, value: text }];
  });
