import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { ColumnName } from "./columns.ts";
import { FirstChecks } from "./FirstChecks.tsx";
import { HistorySkeleton } from "./HistorySkeleton.tsx";
import { HistoryTable } from "./HistoryTable.tsx";
import styles from "./HistoryTab.module.css";
import type { HistoryRow } from "./rules.ts";
import type { useHistory } from "./use-history.ts";
import { hasFilters } from "./dashboard-view.ts";
import type { HistoryFilters } from "./rules.ts";

type Props = {
  readonly listing: ReturnType<typeof useHistory>;
  readonly isSearch: boolean;
  readonly filters: HistoryFilters;
  readonly hidden: readonly ColumnName[];
  readonly onShowStatus: (row: HistoryRow) => void;
  readonly onLabel: (row: HistoryRow) => void;
  /** Clears the search and the filter. */
  readonly onWiden: () => void;
  /** Clears the filter and keeps the search. */
  readonly onAllKinds: () => void;
};

/** The rows, or why there are none and what the user can do. */
export function HistoryList({ listing, isSearch, hidden, onShowStatus, onLabel, ...rest }: Props) {
  const { rows, isAnswered, isPaused, error } = listing;
  return (
    <>
      {rows.length > 0 ? (
        <HistoryTable rows={rows} hidden={hidden} onShowStatus={onShowStatus} onLabel={onLabel} />
      ) : isAnswered ? (
        <NoMatchingRows isSearch={isSearch} {...rest} />
      ) : !error && !isPaused ? (
        <HistorySkeleton onRetry={listing.retry} />
      ) : null}
      <HistoryError listing={listing} isSearch={isSearch} />
    </>
  );
}

/** The error below the rows that are already loaded. */
function HistoryError({ listing, isSearch }: Pick<Props, "listing" | "isSearch">) {
  const { isAnswered, isPaused, isMoreFailed, error, loadMore, retry } = listing;
  if (isPaused && !isAnswered)
    return (
      <div className={styles.inner}>
        <Notice tone="waiting" announce title="You are offline">
          {isSearch
            ? "We searched only the rows already on this page. The rest follow when you are back online."
            : "Your history will load when you are back online."}
        </Notice>
      </div>
    );
  if (!error) return null;
  return (
    <div className={styles.inner}>
      <ErrorPanel
        title={
          isMoreFailed
            ? "More rows could not be loaded"
            : isAnswered
              ? "This may be out of date: it could not be refreshed"
              : isSearch
                ? "The search did not work"
                : "Your history could not be loaded"
        }
        next={error.message}
        busy={listing.isFetching && "Trying again"}
        onRetry={isMoreFailed ? loadMore : retry}
      />
    </div>
  );
}

/** An empty history, or no matching rows and how to widen the search. */
function NoMatchingRows({
  isSearch,
  filters,
  onWiden,
  onAllKinds,
}: Pick<Props, "isSearch" | "filters" | "onWiden" | "onAllKinds">) {
  const isFiltered = hasFilters(filters);
  const { type, ...others } = filters;
  if (!isSearch && !isFiltered) return <FirstChecks />;
  return (
    <EmptyState
      illustration={<LensIllustration />}
      title="No matches"
      action={
        isSearch && isFiltered ? (
          <Button onClick={onAllKinds}>
            {hasFilters({ ...others, type: undefined }) ? "Search without filters" : "Search all types"}
          </Button>
        ) : (
          <Button onClick={onWiden}>Clear search</Button>
        )
      }
    >
      {isSearch
        ? `No request${type ? ` of the kind ${type}` : ""} matches. Try a label, a check type, a status, a date, the last two characters of a number, or a complete number or company name. We delete complete numbers when a request ends.`
        : type && !hasFilters({ ...others, type: undefined })
          ? `You have not run ${type} yet.`
          : "No request matches these filters."}
    </EmptyState>
  );
}
