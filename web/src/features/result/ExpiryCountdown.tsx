import { type ReactNode, useLayoutEffect, useState } from "react";
import { formatDateTime } from "@idanimo/contract/date-format";
import { classes } from "../../ui/classes.ts";
import { ClockIcon } from "../../ui/icons.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import styles from "./RecordLayout.module.css";
import { type DeviceTime, remainingMs, expiryUrgency, formatTimeLeft, nextUpdateMs } from "./rules.ts";
import { readDeviceTime } from "./result-query.ts";

type Props = {
  /** The moment by the server's clock, ISO 8601 UTC. */
  readonly at: string;
  /** The same moment by this device's clocks, which decides. */
  readonly end: DeviceTime;
  readonly onExpired: () => void;
};

/** "Gone in 23 h 12 min", with a warning near the end; calls `onGone` at that very moment. Source: T-51, look, "Result". */
export function ExpiryCountdown({ at, end, onExpired }: Props) {
  const [leftMs, setLeftMs] = useState(() => remainingMs(end, readDeviceTime()));
  // before anything is painted: an answer may have been longer on its way than there was time left
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      const now = remainingMs(end, readDeviceTime());
      if (now <= 0) return onExpired();
      setLeftMs(now);
      timer = setTimeout(update, nextUpdateMs(now));
    };
    update();
    // timers stand still in pages that are not looked at and in devices that sleep
    document.addEventListener("visibilitychange", update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, [end, onExpired]);
  const urgency = expiryUrgency(leftMs);
  const label: ReactNode = <Tooltip content={formatDateTime(at)}>Gone in {formatTimeLeft(leftMs)}</Tooltip>;
  if (urgency === "last")
    return (
      <div className={styles.last}>
        <Notice tone="waiting" announce title="This record is about to be erased">
          What you may still need of it, keep now as a PDF.
        </Notice>
        <p className={classes(styles.gone, styles.near)}>
          <ClockIcon size={18} />
          <span>{label}</span>
        </p>
      </div>
    );
  return (
    <p className={classes(styles.gone, urgency === "near" && styles.near)}>
      <ClockIcon size={18} />
      <span>{label}</span>
    </p>
  );
}
