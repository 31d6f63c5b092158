import { catalogueRowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { type PurposeCode, purposeCodes } from "@idanimo/contract/consent";
import type { Facts } from "../../approvals/index.ts";

/** The kind of these approvals. */
export const purchaseKind = "purchase";
/** The page on which they are decided. */
export const approvalsPage = "/organisation/approvals";

/** The kinds of check in an approval's facts. */
export const typesOf = (facts: Facts): readonly SearchType[] => {
  const named = new Set(facts["types"]?.split(","));
  return searchTypes.filter((type) => named.has(type));
};

/** The kinds of check for a sentence. */
export const checksOf = (facts: Facts): string =>
  typesOf(facts)
    .map((type) => catalogueRowOf(type).label)
    .join(", ");

export const purposeOf = (facts: Facts): PurposeCode | null =>
  purposeCodes.find((code) => code === facts["purpose"]) ?? null;
