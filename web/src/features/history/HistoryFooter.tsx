import { formatCount } from "@idanimo/contract/date-format";
import { useIsSlow } from "../../lib/use-is-slow.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./HistoryTab.module.css";
import type { useHistory } from "./use-history.ts";
import { hasFilters, pageSizes, type DashboardView } from "./dashboard-view.ts";

type Props = {
  readonly listing: ReturnType<typeof useHistory>;
  readonly isSearch: boolean;
  readonly view: DashboardView;
  readonly onSize: (size: number) => void;
};

/** The number of rows, the page size and the button that loads more [DASH-06]. */
export function HistoryFooter({ listing, isSearch, view, onSize }: Props) {
  const isSlow = useIsSlow(!listing.isAnswered && !listing.error && !listing.isPaused);
  if (listing.isAnswered && listing.rows.length === 0) return null;
  return (
    <footer className={styles.foot}>
      <label className={styles.size}>
        Rows
        <select value={view.size} onChange={({ currentTarget }) => onSize(Number(currentTarget.value))}>
          {pageSizes.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <span role="status" className={styles.count}>
        {isSlow ? "Slower than usual; still loading" : rowCountLabel(listing, isSearch, view)}
      </span>
      {listing.hasMore && (
        <Button size="small" busy={listing.isLoadingMore && "Loading"} onClick={listing.loadMore}>
          Show more
        </Button>
      )}
    </footer>
  );
}

/** `10 of 42`, `3 found`, `at least 10 found`. */
function rowCountLabel(
  { rows, totals, isAnswered, isPaused, hasMore, error }: Props["listing"],
  isSearch: boolean,
  view: DashboardView,
) {
  if (!isAnswered) return error || isPaused ? "" : isSearch ? "Searching all your requests" : "Loading";
  if (isSearch) return rows.length === 0 ? "" : `${hasMore ? "At least " : ""}${formatCount(rows.length)} found`;
  if (hasFilters(view) || !totals) return rows.length === 0 ? "" : `${formatCount(rows.length)} shown`;
  return `${formatCount(rows.length)} of ${formatCount(totals.totalCount)}`;
}
