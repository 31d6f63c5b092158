import { lagosDateTime, longDate, longDateTime } from "../lib/format.ts";

type Props = {
  /** ISO 8601 UTC. Undefined or empty: a dash. */
  readonly at: string | undefined;
  readonly withTime?: boolean;
};

/** A date in long US form, as the specification says: November 21, 2026. Source: A§9. With a time, say nearby that it is Lagos time. */
export function DateText({ at, withTime }: Props) {
  if (!at) return <span>-</span>;
  return <time dateTime={at}>{withTime ? longDateTime(at) : longDate(at)}</time>;
}

/** November 21, 2026 at 10:42 AM, Lagos time. */
export function LagosTime({ at }: { readonly at: string }) {
  return <time dateTime={at}>{lagosDateTime(at)}</time>;
}
