import { type ReactNode, useLayoutEffect } from "react";
import { registerSkeleton } from "../lib/scroll-restoration.ts";
import { useIsSlow } from "../lib/use-is-slow.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";
import styles from "./Skeleton.module.css";

type Props = {
  /** What is loading, after "Loading": "your history". */
  readonly what: string;
  /** The outline of the content, made of `SkeletonLine` and `SkeletonBlock`. */
  readonly children: ReactNode;
  /** Offered when loading is slow. */
  readonly onRetry?: () => void;
};

/** A placeholder for content that is loading. After eight seconds it says that loading is slow and what to do. */
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

/** The message of a skeleton whose content is slow. */
export function SlowNotice({ what, onRetry }: { readonly what: string; readonly onRetry?: (() => void) | undefined }) {
  return (
    <div className={styles.slow}>
      <Notice
        tone="waiting"
        announce
        title="This is taking longer than usual"
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

/** A placeholder for a line of text. */
export function SkeletonLine({ width = "100%", tall }: { readonly width?: string; readonly tall?: boolean }) {
  return <span className={tall ? styles.tall : styles.line} style={{ width }} />;
}

/** A placeholder for a picture or a box. */
export function SkeletonBlock({ width = "100%", height }: { readonly width?: string; readonly height: string }) {
  return <span className={styles.block} style={{ width, height }} />;
}
