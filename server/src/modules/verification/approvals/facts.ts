import { catalogueRowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { type PurposeCode, purposeCodes } from "@idanimo/contract/consent";
import { type Currency, currencies } from "@idanimo/contract/money";
import type { Approval, Facts } from "../../approvals/index.ts";

/** The kind of these approvals. */
export const purchaseKind = "purchase";
/** The page on which they are decided. The link names the organisation: the browser may act for another account. */
export const approvalsPage = (organisationId: string): string =>
  `/organisation/approvals?organisation=${organisationId}`;
/** The page on which the requester waits, and reads the decision. */
export const waitingPage = (organisationId: string, { session = "" }: Facts): string =>
  `/approval/${session}?organisation=${organisationId}`;

/** The kinds of check in an approval's facts. */
const typesOf = (facts: Facts): readonly SearchType[] => {
  const named = new Set(facts["types"]?.split(","));
  return searchTypes.filter((type) => named.has(type));
};

/** The kinds of check for a sentence. */
export const checksOf = (facts: Facts): string =>
  typesOf(facts)
    .map((type) => catalogueRowOf(type).label)
    .join(", ");

const purposeOf = (facts: Facts): PurposeCode | null => purposeCodes.find((code) => code === facts["purpose"]) ?? null;

const currencyOf = (text: string | undefined): Currency => currencies.find((one) => one === text) ?? "NGN";

/** What members see of a purchase that waits: codes, amounts and the masked value. */
export const shownFacts = ({ id, facts }: Pick<Approval, "id" | "facts">) => ({
  id,
  searchTypes: [...typesOf(facts)],
  checks: Number(facts["checks"] ?? 1),
  purpose: purposeOf(facts),
  valueMasked: facts["masked"] || null,
  currency: currencyOf(facts["currency"]),
  total: BigInt(facts["total"] ?? 0),
});
