import { downloads } from "@idanimo/contract/downloads";
import { paymentHistory } from "@idanimo/contract/wallet";
import { useInfiniteQuery } from "@tanstack/react-query";
import { brand } from "../../brand.ts";
import { formatCount } from "@idanimo/contract/date-format";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { HistorySkeleton } from "./HistorySkeleton.tsx";
import styles from "./HistoryTab.module.css";
import { signedAmount, type Transaction, transactionsQuery, transactionLabel } from "./transactions.ts";
import { TransactionToolbar } from "./TransactionToolbar.tsx";
import { useLiveRefetch } from "./use-live-refetch.ts";

const columns: readonly Column<Transaction>[] = [
  {
    key: "type",
    header: "Type",
    phoneSlot: "first",
    cell: (row) => transactionLabel(row.transactionType),
  },
  {
    key: "id",
    header: "Transaction",
    phoneSlot: "hidden",
    cell: (row) => <span className="figures quiet">{row.transactionID}</span>,
  },
  {
    key: "date",
    header: "Date",
    phoneSlot: "second",
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
        <span className={styles.outcome}>
          <span className={styles.usual}>
            <StatusLabel tone="success">Successful</StatusLabel>
          </span>
          <DownloadLink
            href={downloads.receipt(row.transactionID)}
            fileName={`${brand.name}-${row.transactionID}.pdf`}
            className={styles.receipt}
            label={`Receipt of ${row.transactionID}, PDF`}
          >
            Receipt
          </DownloadLink>
        </span>
      ) : (
        <StatusLabel tone="problem">Not successful</StatusLabel>
      ),
  },
  { key: "amount", header: "Amount", kind: "number", phoneSlot: "firstEnd", cell: signedAmount },
];

/** All wallet transactions of this account [DASH-16 O-48]. */
export function TransactionsTab() {
  const query = useInfiniteQuery(transactionsQuery);
  useLiveRefetch(paymentHistory.path);
  const rows = query.data?.pages.flatMap((page) => page.transactions) ?? [];
  return (
    <Card flush>
      <TransactionToolbar />
      {rows.length > 0 ? (
        <Table caption="Your transactions, newest first" columns={columns} rows={rows} keyOf={(row) => row.id} />
      ) : query.data ? (
        <EmptyState
          illustration={<DeskIllustration />}
          title="No transactions yet"
          action={
            <LinkButton kind="primary" href="#wallet">
              Top up the wallet
            </LinkButton>
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
