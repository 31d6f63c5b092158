import type { NamedTexts } from "../named-texts.ts";

/** A stolen check, whose wire names differ between the records [C-22]. */
export type StolenCheck = {
  readonly chassis: string | null;
  readonly stolen: boolean | null;
  readonly reports: readonly NamedTexts[];
};
