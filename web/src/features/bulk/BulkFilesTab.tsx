import { listBulk } from "@idanimo/contract/bulk-files";
import { formatCount } from "@idanimo/contract/date-format";
import type { OutputOf } from "@idanimo/contract/operation";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import type { Tone } from "../../ui/tone.ts";
import styles from "./BulkFilesTab.module.css";

type BulkFile = OutputOf<typeof listBulk>["files"][number];

const states = {
  checked: { label: "Not paid", tone: "info" },
  running: { label: "In progress", tone: "waiting" },
  stopped: { label: "Stopped", tone: "problem" },
  completed: { label: "Completed", tone: "success" },
} as const satisfies Record<BulkFile["state"], { readonly label: string; readonly tone: Tone }>;

const columns: readonly Column<BulkFile>[] = [
  {
    key: "file",
    header: "File",
    phoneSlot: "first",
    cell: ({ uploadId, records }) => (
      <a href={`/bulk/${uploadId}`} data-row-action="">
        {formatCount(records)} {records === 1 ? "NIN" : "NINs"}
      </a>
    ),
  },
  {
    key: "date",
    header: "Date (Lagos)",
    phoneSlot: "second",
    cell: ({ createdAt }) => <DateText at={createdAt} withTime="zone_beside" />,
  },
  {
    key: "progress",
    header: "Progress",
    phoneSlot: "secondEnd",
    cell: ({ ended, records, delivered, waiting }) =>
      `${formatCount(ended)} of ${formatCount(records)} done, ${formatCount(delivered)} ready, ${formatCount(waiting)} waiting`,
  },
  {
    key: "transaction",
    header: "Transaction",
    phoneSlot: "hidden",
    cell: ({ transactionID }) => <span className="figures quiet">{transactionID}</span>,
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "firstEnd",
    cell: ({ state }) => <StatusLabel tone={states[state].tone}>{states[state].label}</StatusLabel>,
  },
];

const filesQuery = {
  ...pagedQuery([listBulk.path], (after, options) => call(listBulk, after, options)),
  staleTime: 0,
};

/** All bulk files of the account with their progress; a row opens the file's page. */
export function BulkFilesTab() {
  const query = useInfiniteQuery(filesQuery);
  const canCheck = useRight("requests:create");
  const files = query.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <Card flush>
      {files.length > 0 ? (
        <Table
          caption="Your bulk files, newest first"
          columns={columns}
          rows={files}
          keyOf={(file) => file.uploadId}
          pressRows
        />
      ) : query.data ? (
        <EmptyState
          illustration={<DeskIllustration />}
          title="No bulk files yet"
          action={
            canCheck && (
              <LinkButton kind="primary" href="/dashboard">
                Check a list
              </LinkButton>
            )
          }
        >
          Choose Bulk NIN and upload a CSV file with one NIN per line. Each file you pay for is listed here with its
          progress.
        </EmptyState>
      ) : query.isError ? null : (
        <div className={styles.inner}>
          <Skeleton what="your bulk files" onRetry={() => void query.refetch()}>
            <SkeletonLine width="60%" />
            <SkeletonLine width="40%" />
          </Skeleton>
        </div>
      )}
      {query.isError && (
        <div className={styles.inner}>
          <ErrorPanel
            title="Your bulk files could not be loaded"
            next={query.error.message}
            busy={query.isFetching && "Trying again"}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {query.hasNextPage && (
        <div className={styles.inner}>
          <Button size="small" busy={query.isFetchingNextPage && "Loading"} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}
