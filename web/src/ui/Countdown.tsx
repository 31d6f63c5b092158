import { useEffect, useState } from "react";
import { formatDateTime } from "@idanimo/contract/date-format";
import { formatRelativeTime, untilNextChangeMs } from "../lib/format.ts";
import styles from "./Countdown.module.css";
import { Tooltip } from "./Tooltip.tsx";

type Props = {
  /** ISO 8601 UTC, as the API sends it. */
  readonly at: string;
  /** Text after the time has passed, instead of "2 hours ago". */
  readonly over?: string;
  readonly onOver?: () => void;
  /** Text directly after it, without a line break. */
  readonly after?: string;
};

/** A relative time ("in 23 hours") with the exact time in a tooltip. It updates automatically. */
export function Countdown({ at, over, onOver, after }: Props) {
  const [now, setNow] = useState(() => Date.now());
  const instant = Date.parse(at);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), untilNextChangeMs(instant, now));
    return () => clearTimeout(timer);
  }, [instant, now]);
  const isOver = now >= instant;
  useEffect(() => {
    if (isOver) onOver?.();
  }, [isOver, onOver]);
  return (
    <span className={after && styles.held}>
      <Tooltip content={formatDateTime(at)}>
        <time dateTime={at}>{isOver && over ? over : formatRelativeTime(instant, now)}</time>
      </Tooltip>
      {after}
    </span>
  );
}
