import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { purposes } from "@idanimo/contract/consent";
import { formatCount } from "@idanimo/contract/date-format";
import { formatMoney, naira } from "@idanimo/contract/money";
import type { ApprovalCondition } from "@idanimo/contract/organisations/approvals";
import type { CapPeriod, SpendingCap } from "@idanimo/contract/organisations/spending";

/** Sentences about caps and approval rules. Pure. */

const listWith = (conjunction: string, words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;

/** "BVN or NIN", or "any" for none. */
export const kindsLabel = (types: readonly SearchType[]): string =>
  listWith(
    "or",
    types.map((type) => catalogueRowOf(type).label),
  );

/** What a rule does: "A BVN check above ₦5,000 by a requester needs approval." [TM-07] */
export function describeRule({ searchTypes, purposes: codes, above }: ApprovalCondition): string {
  const what = searchTypes.length === 0 ? "Every check" : `A ${kindsLabel(searchTypes)} check`;
  const amount = above === null ? "" : ` above ${formatMoney(naira(above))}`;
  const reasons = codes.map((code) => `“${purposes[code]}”`);
  const why = reasons.length === 0 ? "" : ` for ${listWith("or", reasons)}`;
  return `${what}${amount}${why} by a requester needs approval.`;
}

export const periodLabels = { day: "a day", month: "a month" } as const satisfies Record<CapPeriod, string>;

/** "₦50,000 and 20 checks a day". */
export function describeCap({ amount, count, period }: Pick<SpendingCap, "amount" | "count" | "period">): string {
  const limits = [
    ...(amount === null ? [] : [formatMoney(naira(amount))]),
    ...(count === null ? [] : [count === 1 ? "1 check" : `${formatCount(count)} checks`]),
  ];
  return `${listWith("and", limits)} ${periodLabels[period]}`;
}

/** The kind of check that a cap counts. */
export const capKindLabel = (type: SearchType | null): string =>
  type === null ? "All checks" : `${catalogueRowOf(type).label} checks`;
