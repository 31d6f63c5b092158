import { formatDate, formatDateTime, formatDateTimeWithoutZone } from "@idanimo/contract/date-format";

type Props = {
  /** ISO 8601 UTC. Undefined or empty: a dash. */
  readonly at: string | undefined;
  /** `zone_beside`: the list names the time zone. */
  readonly withTime?: boolean | "zone_beside";
};

/** A date in Lagos time, optionally with its time [CONST-17]. */
export function DateText({ at, withTime }: Props) {
  if (!at) return <span>-</span>;
  const format = withTime === "zone_beside" ? formatDateTimeWithoutZone : withTime ? formatDateTime : formatDate;
  return <time dateTime={at}>{format(at)}</time>;
}
