import type { NamedTexts } from "../named-texts.ts";

/** A stolen check, whose wire names differ between the records [C-22]. */
export type StolenCheck = {
  readonly chassis: string | null;
  readonly stolen: boolean | null;
  readonly reports: readonly NamedTexts[];
};

/** Not checked is not the same as no report. */
export const stolenStatus = (stolen: boolean | null): string =>
  stolen === null ? "Not checked" : stolen ? "Reported stolen" : "No report found";
