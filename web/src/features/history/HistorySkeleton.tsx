import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import styles from "./HistorySkeleton.module.css";

const rowKeys = ["a", "b", "c", "d", "e"];

/** Placeholder of a list of rows. */
export function HistorySkeleton({
  onRetry,
  what = "your history",
}: {
  readonly onRetry?: () => void;
  readonly what?: string;
}) {
  return (
    <div className={styles.outer}>
      <Skeleton what={what} {...(onRetry && { onRetry })}>
        {rowKeys.map((row) => (
          <span key={row} className={styles.row}>
            <SkeletonLine width="55%" />
            <SkeletonLine width="80%" />
            <SkeletonLine width="35%" />
            <SkeletonLine width="50%" />
          </span>
        ))}
      </Skeleton>
    </div>
  );
}
