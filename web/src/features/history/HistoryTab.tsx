import { profile } from "@idanimo/contract/accounts";
import { ownWaitingApprovals } from "@idanimo/contract/organisations/approvals";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { hasRight, useRight } from "../../lib/use-right.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ActiveFilters } from "./ActiveFilters.tsx";
import { useHiddenColumns } from "./columns.ts";
import { Counters } from "./Counters.tsx";
import { HistoryFooter } from "./HistoryFooter.tsx";
import { HistoryList } from "./HistoryList.tsx";
import styles from "./HistoryTab.module.css";
import { HistoryToolbar } from "./HistoryToolbar.tsx";
import type { JustPaid } from "./just-paid.ts";
import { RequestStatusDialog } from "./RequestStatusDialog.tsx";
import { useHistory } from "./use-history.ts";
import { useHistorySearch } from "./use-history-search.ts";
import { type DashboardView, hasFilters, noFilters } from "./dashboard-view.ts";

// needed only after a press, or after a purchase
const PaidNotice = lazy(async () => ({ default: (await import("./PaidNotice.tsx")).PaidNotice }));
const WaitingApprovals = lazy(async () => ({
  default: (await import("./WaitingApprovals.tsx")).WaitingApprovals,
}));
const FiltersDialog = lazy(async () => ({ default: (await import("./FiltersDialog.tsx")).FiltersDialog }));
const LabelDialog = lazy(async () => ({ default: (await import("./LabelDialog.tsx")).LabelDialog }));

type Props = {
  readonly view: DashboardView;
  readonly onChange: (part: Partial<DashboardView>) => void;
} & JustPaid;
/** All requests, newest first, with search and filters over all of them. Follows changes on the server. */
export function HistoryTab({ view, onChange, ...paid }: Props) {
  const { typed, setTyped, debounced } = useHistorySearch();
  const { hidden, toggleColumn } = useHiddenColumns();
  const [openRowId, setOpenRowId] = useState<string>();
  const [labelledRowId, setLabelledRowId] = useState<string>();
  const [isFiltering, setIsFiltering] = useState(false);
  const listing = useHistory(view, typed, debounced);
  const { data: user } = useQuery(operationQuery(profile, {}));
  const canCheck = useRight("requests:create");
  const isRequester = user?.organisation ? hasRight(user.organisation, ownWaitingApprovals.right) : false;
  const isSearch = typed.trim() !== "";
  const rowOf = (id: string | undefined) => [...listing.rows, ...listing.heldRows].find((row) => row.id === id);
  const labelledRow = rowOf(labelledRowId);
  // without rows there is nothing to filter, configure or export
  const isEmpty = listing.isAnswered && !isSearch && !hasFilters(view) && listing.rows.length === 0;
  const isBusy = !listing.isAnswered && !listing.error && (isSearch || listing.totals !== undefined);
  const paidRows = listing.heldRows.filter((row) => paid.paidRequestIds.includes(row.id));
  const paidCount =
    paid.paidFileAddress === undefined && listing.isFresh ? paidRows.length : paid.paidRequestIds.length;
  // reserves the height of the notice before the status of its requests is known
  const placeholders = Array.from({ length: paidCount }, (_, at) => <div key={at} className={styles.line} />);

  return (
    <div className={styles.tab}>
      <div className={styles.top}>
        <Counters totals={listing.totals} failed={listing.error !== null} />
        {canCheck && (
          <LinkButton kind="primary" href="/dashboard">
            New check
          </LinkButton>
        )}
      </div>
      {(paidCount > 0 || paid.paidFileAddress !== undefined) && (
        <div className={styles.asked}>
          <Suspense fallback={placeholders}>
            {paidRows.length > 0 || paid.paidFileAddress !== undefined ? (
              <PaidNotice rows={paidRows} {...paid} />
            ) : (
              placeholders
            )}
          </Suspense>
        </div>
      )}
      {isRequester && (
        <Suspense>
          <WaitingApprovals />
        </Suspense>
      )}
      <Card flush>
        {!isEmpty && (
          <HistoryToolbar
            typed={typed}
            onType={setTyped}
            busy={isBusy}
            filters={view}
            onFilter={onChange}
            onOpenFilters={() => setIsFiltering(true)}
            hidden={hidden}
            onToggleColumn={toggleColumn}
          />
        )}
        <ActiveFilters filters={view} onChange={onChange} />
        <HistoryList
          listing={listing}
          isSearch={isSearch}
          filters={view}
          hidden={hidden}
          onShowStatus={(row) => setOpenRowId(row.id)}
          onLabel={(row) => setLabelledRowId(row.id)}
          onWiden={() => {
            setTyped("");
            if (hasFilters(view)) onChange(noFilters);
          }}
          onAllKinds={() => onChange(noFilters)}
        />
        {!isEmpty && listing.totals && (
          <HistoryFooter listing={listing} isSearch={isSearch} view={view} onSize={(size) => onChange({ size })} />
        )}
      </Card>
      <RequestStatusDialog
        row={rowOf(openRowId)}
        onClose={() => setOpenRowId(undefined)}
        onLabel={(row) => {
          setOpenRowId(undefined);
          setLabelledRowId(row.id);
        }}
      />
      <Suspense>
        {labelledRow && <LabelDialog row={labelledRow} onClose={() => setLabelledRowId(undefined)} />}
        {isFiltering && <FiltersDialog filters={view} onApply={onChange} onClose={() => setIsFiltering(false)} />}
      </Suspense>
    </div>
  );
}
