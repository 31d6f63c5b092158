import { downloads } from "@idanimo/contract/downloads";
import { paymentHistory } from "@idanimo/contract/wallet";
import { formatMoney, money } from "@idanimo/contract/money";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { brand } from "../../brand.ts";
import { formatCount } from "@idanimo/contract/date-format";
import { useRight } from "../../lib/use-right.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration, LensIllustration } from "../../ui/illustrations.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { HistorySkeleton } from "./HistorySkeleton.tsx";
import styles from "./TransactionsTab.module.css";
import {
  noTransactionFilters,
  signedAmount,
  type Transaction,
  transactionLabel,
  transactionSubject,
  transactionsQuery,
} from "./transactions.ts";
import { TransactionFilterBar } from "./TransactionFilterBar.tsx";
import { useDeferredText } from "./use-deferred-text.ts";
import { TransactionToolbar } from "./TransactionToolbar.tsx";
import { useLiveRefetch } from "./use-live-refetch.ts";

const columns: readonly Column<Transaction>[] = [
  {
    key: "what",
    header: "What",
    phoneSlot: "first",
    cell: (row) => (
      <>
        <span className={styles.subject}>{transactionSubject(row)}</span>
        {row.label !== undefined && <span className={styles.labelled}>{row.label}</span>}
      </>
    ),
  },
  {
    key: "type",
    header: "Type",
    phoneSlot: "hidden",
    cell: (row) => transactionLabel(row.transactionType),
  },
  {
    key: "id",
    header: "Transaction",
    phoneSlot: "second",
    cell: (row) =>
      row.successful ? (
        <DownloadLink
          href={downloads.receipt(row.transactionID)}
          fileName={`${brand.name}-${row.transactionID}.pdf`}
          className={styles.receipt}
          label={`Receipt of ${row.transactionID}, PDF`}
        >
          {row.transactionID}
        </DownloadLink>
      ) : (
        <span className="figures quiet">{row.transactionID}</span>
      ),
  },
  {
    key: "date",
    header: "Date (Lagos)",
    phoneSlot: "secondEnd",
    cell: (row) => (
      <span className={styles.when}>
        <DateText at={row.transactionDate} withTime="zone_beside" />
      </span>
    ),
  },
  {
    key: "outcome",
    header: "Outcome",
    phoneSlot: "secondEnd",
    cell: (row) =>
      row.successful ? (
        <span className={styles.usual}>
          <StatusLabel tone="success">Successful</StatusLabel>
        </span>
      ) : (
        <StatusLabel tone="problem">Not successful</StatusLabel>
      ),
  },
  { key: "amount", header: "Amount", kind: "number", phoneSlot: "firstEnd", cell: signedAmount },
  {
    key: "balance",
    header: "Balance",
    kind: "number",
    phoneSlot: "secondEnd",
    cell: (row) =>
      row.balance === null ? <span className={styles.usual}>-</span> : formatMoney(money(row.currency, row.balance)),
  },
];

const memberColumn: Column<Transaction> = {
  key: "member",
  header: "Member",
  phoneSlot: "hidden",
  cell: (row) => row.member?.name ?? "-",
};
const [whatColumn, ...otherColumns] = columns;

/** With the member of each row, for an organisation [TM-04]. */
const columnsFor = (rows: readonly Transaction[]): readonly Column<Transaction>[] =>
  whatColumn && rows.some(({ member }) => member !== undefined) ? [whatColumn, memberColumn, ...otherColumns] : columns;

/** All wallet transactions of this account [DASH-16 O-48]. */
export function TransactionsTab() {
  const canTopUp = useRight("wallet:top_up");
  const [filters, setFilters] = useState(noTransactionFilters);
  const [typed, setTyped] = useState("");
  const query = useInfiniteQuery(transactionsQuery(filters, useDeferredText(typed.trim())));
  const isNarrowed = typed.trim() !== "" || Object.values(filters).some((value) => value !== undefined);
  useLiveRefetch(paymentHistory.path);
  const rows = query.data?.pages.flatMap((page) => page.transactions) ?? [];
  return (
    <Card flush>
      <TransactionToolbar />
      <TransactionFilterBar typed={typed} onType={setTyped} filters={filters} onFilter={setFilters} />
      {rows.length > 0 ? (
        <Table
          caption="Your transactions, newest first"
          columns={columnsFor(rows)}
          rows={rows}
          keyOf={(row) => row.id}
        />
      ) : query.data && isNarrowed ? (
        <EmptyState
          illustration={<LensIllustration />}
          title="No matches"
          action={
            <Button
              onClick={() => {
                setTyped("");
                setFilters(noTransactionFilters);
              }}
            >
              Clear search
            </Button>
          }
        >
          Try a complete transaction number (EA and 14 digits), words of a label, or other days.
        </EmptyState>
      ) : query.data ? (
        <EmptyState
          illustration={<DeskIllustration />}
          title="No transactions yet"
          action={
            canTopUp && (
              <LinkButton kind="primary" href="#wallet">
                Top up the wallet
              </LinkButton>
            )
          }
        >
          Your top-ups, charges and refunds will appear here.
        </EmptyState>
      ) : query.isError ? null : (
        <HistorySkeleton what="your transactions" onRetry={() => void query.refetch()} />
      )}
      {query.isError && (
        <div className={styles.inner}>
          <ErrorPanel
            title={
              query.isFetchNextPageError
                ? "More transactions could not be loaded"
                : query.data
                  ? "This may be out of date: it could not be refreshed"
                  : "Your transactions could not be loaded"
            }
            next={query.error.message}
            busy={query.isFetching && "Trying again"}
            onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          />
        </div>
      )}
      {query.hasNextPage && (
        <footer className={styles.foot}>
          <span role="status" className={styles.count}>
            {formatCount(rows.length)} shown
          </span>
          <Button size="small" busy={query.isFetchingNextPage && "Loading"} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </footer>
      )}
    </Card>
  );
}
