import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { formatCount, formatDateTime } from "@idanimo/contract/date-format";
import { formatMoney, naira } from "@idanimo/contract/money";
import type { CapPeriod, RemainingCap } from "@idanimo/contract/organisations/spending";

/** Sentences about a member's spending caps. Pure. */

const periods = { day: "today", month: "this month" } as const satisfies Record<CapPeriod, string>;

type Left = { readonly minor: bigint | null; readonly count: number | null; readonly kind: string | undefined };

function leftText({ minor, count, kind }: Left): string {
  const checks = `${kind === undefined ? "" : `${kind} `}${count === 1 ? "check" : "checks"}`;
  return [
    ...(minor === null
      ? []
      : [`${formatMoney(naira(minor))}${count === null && kind !== undefined ? ` for ${kind}` : ""}`]),
    ...(count === null ? [] : [`${formatCount(count)} ${checks}`]),
  ].join(" and ");
}

/** "₦1,000 and 2 BVN checks left today." */
export function remainingCapText({ left, leftCount, searchType, period }: RemainingCap): string {
  const kind = searchType === null ? undefined : catalogueRowOf(searchType).label;
  return `${leftText({ minor: left, count: leftCount, kind })} left ${periods[period]}.`;
}

const whole = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? text : undefined);

/** What is left of the cap that rejected a payment, and when it starts again, from the details of the problem. */
export function capReachedText(details: Readonly<Record<string, string>> = {}): string {
  const [minor, count, at] = [whole(details["leftMinor"]), whole(details["leftCount"]), details["resetsAt"]];
  const left = leftText({
    minor: minor === undefined ? null : BigInt(minor),
    count: count === undefined ? null : Number(count),
    kind: undefined,
  });
  const starts = at === undefined || Number.isNaN(Date.parse(at)) ? "" : `It starts again on ${formatDateTime(at)}.`;
  return `${left === "" ? "" : `You have ${left} left. `}${starts}`.trim();
}
