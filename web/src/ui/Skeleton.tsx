import { type ReactNode, useLayoutEffect } from "react";
import { registerSkeleton } from "../lib/scroll-restoration.ts";
import { useIsSlow } from "../lib/use-is-slow.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";
import styles from "./Skeleton.module.css";

type Props = {
  /** What is coming, after "Loading": "your history". */
  readonly what: string;
  /** The shape of it, made of `SkeletonLine` and `SkeletonBlock`. */
  readonly children: ReactNode;
  /** Offered when it takes long. */
  readonly onRetry?: () => void;
};

/** The shape of what comes. After eight seconds it says that it is slow and what can be done. */
export function Skeleton({ what, children, onRetry }: Props) {
  const slow = useIsSlow(true);
  useLayoutEffect(registerSkeleton, []);
  return (
    <div aria-busy="true">
      <span role="status" className="only-heard">
        Loading {what}
      </span>
      <div className={styles.place}>
        <div aria-hidden="true" className={styles.shape}>
          {children}
        </div>
        {slow && <SlowNotice what={what} onRetry={onRetry} />}
      </div>
    </div>
  );
}

/** What a skeleton says when its content is late. */
export function SlowNotice({ what, onRetry }: { readonly what: string; readonly onRetry?: (() => void) | undefined }) {
  return (
    <div className={styles.slow}>
      <Notice
        tone="waiting"
        announce
        title="This is slower than usual"
        actions={
          onRetry && (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        We are still loading {what}. Your connection may be slow. You can wait, or try again.
      </Notice>
    </div>
  );
}

/** A line of text to come. */
export function SkeletonLine({ width = "100%", tall }: { readonly width?: string; readonly tall?: boolean }) {
  return <span className={tall ? styles.tall : styles.line} style={{ width }} />;
}

/** A picture or a box to come. */
export function SkeletonBlock({ width = "100%", height }: { readonly width?: string; readonly height: string }) {
  return <span className={styles.block} style={{ width, height }} />;
}
