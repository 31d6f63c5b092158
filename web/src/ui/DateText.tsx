import { lagosDate, lagosDateTime, longDate, longDateTime } from "../lib/format.ts";

type Props = {
  /** ISO 8601 UTC. Undefined or empty: a dash. */
  readonly at: string | undefined;
  readonly withTime?: boolean;
};

/** A date in long US form, as the specification says: November 21, 2026. Source: A§9. */
export function DateText({ at, withTime }: Props) {
  if (!at) return <span>-</span>;
  return <time dateTime={at}>{withTime ? longDateTime(at) : longDate(at)}</time>;
}

/** A moment of the person who was asked, on their clock: November 21, 2026 at 10:42 AM, Lagos time. */
export function LagosTime({ at }: { readonly at: string }) {
  return <time dateTime={at}>{lagosDateTime(at)}</time>;
}

/** The same by its day alone: November 21, 2026. */
export function LagosDay({ at }: { readonly at: string }) {
  return <time dateTime={at}>{lagosDate(at)}</time>;
}
