import { type ReactNode, useLayoutEffect, useState } from "react";
import { formatDateTime } from "@idanimo/contract/date-format";
import { classes } from "../../ui/classes.ts";
import { ClockIcon } from "../../ui/icons.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import styles from "./RecordParts.module.css";
import { type DeviceTime, leftUntil, nearness, timeLeft, untilNextWord } from "./rules.ts";
import { deviceTime } from "./use-request.ts";

type Props = {
  /** The moment by the server's clock, ISO 8601 UTC. */
  readonly at: string;
  /** The same moment by this device's clocks, which decides. */
  readonly end: DeviceTime;
  readonly onGone: () => void;
};

/** "Gone in 23 h 12 min", with a warning near the end; calls `onGone` at that very moment. Source: T-51, look, "Result". */
export function GoneIn({ at, end, onGone }: Props) {
  const [left, setLeft] = useState(() => leftUntil(end, deviceTime()));
  // before anything is painted: an answer may have been longer on its way than there was time left
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const now = leftUntil(end, deviceTime());
      if (now <= 0) return onGone();
      setLeft(now);
      timer = setTimeout(look, untilNextWord(now));
    };
    look();
    // timers stand still in pages that are not looked at and in devices that sleep
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [end, onGone]);
  const how = nearness(left);
  const words: ReactNode = <Tooltip content={formatDateTime(at)}>Gone in {timeLeft(left)}</Tooltip>;
  if (how === "last")
    return (
      <div className={styles.last}>
        <Notice tone="waiting" announce title="This record is about to be erased">
          What you may still need of it, keep now as a PDF.
        </Notice>
        <p className={classes(styles.gone, styles.near)}>
          <ClockIcon size={18} />
          <span>{words}</span>
        </p>
      </div>
    );
  return (
    <p className={classes(styles.gone, how === "near" && styles.near)}>
      <ClockIcon size={18} />
      <span>{words}</span>
    </p>
  );
}
