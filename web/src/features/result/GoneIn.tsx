import { useEffect, useState } from "react";
import { longDateTime } from "../../lib/format.ts";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { timeLeft } from "./rules.ts";

/** Never a longer sleep than this, so that a device that slept finds out soon after waking. */
const longestWaitMs = 30_000;

type Props = {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly onGone: () => void;
};

/** "Gone in 23 h 12 min"; calls `onGone` when the moment has come. */
export function GoneIn({ at, onGone }: Props) {
  const moment = Date.parse(at);
  const [now, setNow] = useState(() => Date.now());
  const left = moment - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return onGone();
    const step = left > 60_000 ? Math.min(left % 60_000 || 60_000, longestWaitMs) : left % 1_000 || 1_000;
    const timer = setTimeout(() => setNow(Date.now()), step);
    return () => clearTimeout(timer);
  }, [left, isOver, onGone]);
  return <Tooltip content={longDateTime(at)}>Gone in {timeLeft(left)}</Tooltip>;
}
