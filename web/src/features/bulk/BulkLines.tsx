import { type BulkLineStatus, bulkLineStatuses, listBulkLines } from "@idanimo/contract/bulk-lines";
import { formatCount } from "@idanimo/contract/date-format";
import { recordRights } from "@idanimo/contract/organisations/rights";
import type { OutputOf } from "@idanimo/contract/operation";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import styles from "./BulkLines.module.css";
import { lineAddress, lineTone } from "./rules.ts";

type Line = OutputOf<typeof listBulkLines>["lines"][number];

const columns: readonly Column<Line>[] = [
  {
    key: "who",
    header: "Label",
    phoneSlot: "first",
    cell: ({ label, number }) =>
      label === undefined ? (
        <span className={styles.unlabelled}>
          <MaskedValue value={number} />
        </span>
      ) : (
        <span className={styles.label} title={label}>
          {label}
        </span>
      ),
  },
  {
    key: "number",
    header: "NIN",
    phoneSlot: "secondEnd",
    cell: ({ label, number }) => (
      <span className={classes("figures", label === undefined && styles.offPhone)}>
        <MaskedValue value={number} />
      </span>
    ),
  },
  {
    key: "line",
    header: "Line",
    phoneSlot: "second",
    kind: "number",
    cell: ({ line }) => (
      <>
        <span className={styles.onPhone}>Line </span>
        {formatCount(line)}
      </>
    ),
  },
  { key: "status", header: "Status", phoneSlot: "firstEnd", cell: (line) => <LineStatus line={line} /> },
];

function LineStatus({ line }: { readonly line: Line }) {
  const words = <StatusLabel tone={lineTone(line.status)}>{line.status}</StatusLabel>;
  const canOpen = useRight(recordRights);
  const address = canOpen ? lineAddress(line) : undefined;
  if (address === undefined) return <span className={styles.status}>{words}</span>;
  return (
    <a className={classes(styles.status, styles.link)} href={address} data-row-action="">
      {words}
    </a>
  );
}

type Props = {
  readonly uploadId: string;
  /** Changes with the counts of the file: the lines are then read again. */
  readonly progressKey: string;
  readonly refetchIntervalMs: number | false;
};

/** The lines of a file, some at a time, filtered by status; a row opens its result or its request. */
export function BulkLines({ uploadId, progressKey, refetchIntervalMs }: Props) {
  const [status, setStatus] = useState<BulkLineStatus>();
  /** Where each page so far begins; the last one is shown. */
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  const after = starts.at(-1);
  const query = useQuery({
    ...operationQuery(listBulkLines, {
      uploadId,
      ...(after !== undefined && { after }),
      ...(status !== undefined && { status }),
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
  const { refetch } = query;
  const seenKey = useRef(progressKey);
  useEffect(() => {
    if (seenKey.current === progressKey) return;
    seenKey.current = progressKey;
    void refetch();
  }, [progressKey, refetch]);
  const filter = (next: BulkLineStatus | undefined) => {
    setStatus(next);
    setStarts([undefined]);
  };
  const next = query.isPlaceholderData ? undefined : (query.data?.next ?? undefined);
  return (
    <Card
      flush
      title="Lines"
      aside={
        <Select
          label="Status"
          labelHidden
          className={styles.filter}
          value={status ?? ""}
          onChange={({ currentTarget }) => filter(bulkLineStatuses.find((one) => one === currentTarget.value))}
        >
          <option value="">Any status</option>
          {bulkLineStatuses.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      }
    >
      {query.data ? (
        query.data.lines.length > 0 ? (
          <div className={query.isPlaceholderData ? styles.old : undefined}>
            <Table
              caption="The lines of your file"
              columns={columns}
              rows={query.data.lines}
              keyOf={({ id }) => id}
              pressRows
            />
          </div>
        ) : next === undefined && !query.isPlaceholderData ? (
          <NoLines status={status} onShowAll={() => filter(undefined)} />
        ) : null
      ) : query.isError ? null : (
        <div className={styles.inner}>
          <Skeleton what="the lines" onRetry={() => void query.refetch()}>
            <SkeletonLine width="60%" />
            <SkeletonLine width="40%" />
            <SkeletonLine width="60%" />
          </Skeleton>
        </div>
      )}
      {query.isError && (
        <div className={styles.inner}>
          <ErrorPanel
            title="The lines could not be loaded"
            next={query.error.message}
            busy={query.isFetching && "Trying again"}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {(starts.length > 1 || next !== undefined) && (
        <nav className={styles.pages} aria-label="Pages of lines">
          <Button size="small" disabled={starts.length === 1} onClick={() => setStarts(starts.slice(0, -1))}>
            Previous
          </Button>
          <Button size="small" disabled={next === undefined} onClick={() => setStarts([...starts, next])}>
            Next
          </Button>
        </nav>
      )}
    </Card>
  );
}

type NoLinesProps = { readonly status: BulkLineStatus | undefined; readonly onShowAll: () => void };

function NoLines({ status, onShowAll }: NoLinesProps) {
  return (
    <EmptyState
      illustration={<DeskIllustration />}
      heading="h3"
      title={status === undefined ? "No lines yet" : `No lines with the status ${status}`}
      action={status !== undefined && <Button onClick={onShowAll}>Show all lines</Button>}
    >
      {status === undefined
        ? "The lines of your file appear here as soon as it is paid."
        : "Lines change their status when a person replies."}
    </EmptyState>
  );
}
