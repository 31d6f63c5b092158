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
  /** The expiry by the server's clock, ISO 8601 UTC. */
  readonly at: string;
  /** The same instant by this device's clocks; this one decides. */
  readonly end: DeviceTime;
  readonly onExpired: () => void;
};

/** "Access ends in 23 h 12 min", with a warning near the end; calls `onExpired` at the expiry [T-51]. */
export function ExpiryCountdown({ at, end, onExpired }: Props) {
  const [leftMs, setLeftMs] = useState(() => remainingMs(end, readDeviceTime()));
  // before the first paint: the response may have taken longer than the time that was left
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
    // timers do not run in hidden pages and on sleeping devices
    document.addEventListener("visibilitychange", update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, [end, onExpired]);
  const urgency = expiryUrgency(leftMs);
  const label: ReactNode = <Tooltip content={formatDateTime(at)}>Access ends in {formatTimeLeft(leftMs)}</Tooltip>;
  if (urgency === "last")
    return (
      <div className={styles.last}>
        <Notice tone="waiting" announce title="This record will be deleted soon">
          Download the PDF now if you still need it.
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
