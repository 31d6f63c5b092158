import { lazy, type ReactNode, Suspense, useState } from "react";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { useHiddenColumns } from "./columns.ts";
import { Counters } from "./Counters.tsx";
import { HistoryFooter } from "./HistoryFooter.tsx";
import { HistoryList } from "./HistoryList.tsx";
import styles from "./HistoryTab.module.css";
import { HistoryToolbar } from "./HistoryToolbar.tsx";
import { RequestStatusDialog } from "./RequestStatusDialog.tsx";
import { rowActionOf } from "./rules.ts";
import { useHistory } from "./use-history.ts";
import { useHistorySearch } from "./use-history-search.ts";
import type { DashboardView } from "./dashboard-view.ts";

// needed only after a purchase
const PaidRequestNotices = lazy(async () => ({
  default: (await import("./PaidRequestNotices.tsx")).PaidRequestNotices,
}));

type Props = {
  readonly view: DashboardView;
  readonly onChange: (part: Partial<DashboardView>) => void;
  readonly paidRequestIds: readonly string[];
  readonly onDismissPaidRequest: (id: string) => void;
  readonly whileWaiting?: ReactNode;
};

/** All requests, newest first, with search and filter over all of them. Follows changes on the server. */
export function HistoryTab({ view, onChange, paidRequestIds, onDismissPaidRequest, whileWaiting }: Props) {
  const { typed, setTyped, debounced } = useHistorySearch();
  const { hidden, toggleColumn } = useHiddenColumns();
  const [openRowId, setOpenRowId] = useState<string>();
  const listing = useHistory(view, typed, debounced);
  const isSearch = typed.trim() !== "";
  const justPaidRows = listing.heldRows.filter((row) => paidRequestIds.includes(row.id));
  // reserves space for the notices before the status of their requests is known
  const placeholders = (listing.isFresh ? justPaidRows.map((row) => row.id) : paidRequestIds).map((id) => (
    <div key={id} />
  ));
  const openRow = [...listing.rows, ...listing.heldRows].find((row) => row.id === openRowId);
  // without rows there is nothing to filter, configure or export
  const isEmpty = listing.isAnswered && !isSearch && !view.type && listing.rows.length === 0;
  const isBusy = !listing.isAnswered && !listing.error && (isSearch || listing.totals !== undefined);

  return (
    <div className={styles.tab}>
      <div className={styles.top}>
        <Counters totals={listing.totals} failed={listing.error !== null} />
        <LinkButton kind="primary" href="/dashboard">
          Verify a person
        </LinkButton>
      </div>
      {placeholders.length > 0 && (
        <div className={styles.asked}>
          <Suspense fallback={placeholders}>
            {justPaidRows.length > 0 ? (
              <PaidRequestNotices rows={justPaidRows} onClose={onDismissPaidRequest} />
            ) : (
              placeholders
            )}
          </Suspense>
        </div>
      )}
      {justPaidRows.some((row) => rowActionOf(row) === "pending") && whileWaiting}
      <Card flush>
        {!isEmpty && (
          <HistoryToolbar
            typed={typed}
            onType={setTyped}
            busy={isBusy}
            type={view.type}
            onTypeFilter={(type) => onChange({ type })}
            hidden={hidden}
            onToggleColumn={toggleColumn}
          />
        )}
        <HistoryList
          listing={listing}
          isSearch={isSearch}
          type={view.type}
          hidden={hidden}
          onShowStatus={(row) => setOpenRowId(row.id)}
          onWiden={() => {
            setTyped("");
            if (view.type) onChange({ type: undefined });
          }}
          onAllKinds={() => onChange({ type: undefined })}
        />
        {!isEmpty && listing.totals && (
          <HistoryFooter listing={listing} isSearch={isSearch} view={view} onSize={(size) => onChange({ size })} />
        )}
      </Card>
      <RequestStatusDialog row={openRow} onClose={() => setOpenRowId(undefined)} />
    </div>
  );
}
