import { type ReactNode, useEffect, useRef } from "react";
import { afterPaint } from "../lib/after-paint.ts";
import { ErrorPanel } from "./ErrorPanel.tsx";
import styles from "./GiveWay.module.css";

type Props = {
  /** What stands there unless something went wrong. */
  readonly children: ReactNode;
  /** What happened, once there is a problem. */
  readonly title: string;
  /** Why, in words; it comes into view. */
  readonly problem: ReactNode;
};

/**
 * Words of a dialog that give way to a refusal, in one room that holds either: a dialog grows to both sides, so that an answer that
 * comes late would push all of it. Source: G-F4.
 */
export function GiveWay({ children, title, problem }: Props) {
  const room = useRef<HTMLDivElement>(null);
  const isTold = Boolean(problem);
  useEffect(() => {
    if (isTold) afterPaint(() => room.current?.scrollIntoView({ block: "nearest" }));
  }, [isTold]);
  return (
    <div ref={room} className={styles.room}>
      <div className={isTold ? styles.away : undefined}>{children}</div>
      {isTold && <ErrorPanel title={title} next={problem} />}
    </div>
  );
}
