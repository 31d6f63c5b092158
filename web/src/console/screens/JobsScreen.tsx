import {
  dropJob,
  type FailedJobRow,
  type JobDepthRow,
  jobDepths,
  listFailedJobs,
  listUnsentMessages,
  retryJob,
  type UnsentMessageRow,
} from "@idanimo/contract/console/jobs";
import { formatCount } from "@idanimo/contract/date-format";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pagedQuery } from "../../lib/paged-query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import styles from "../console.module.css";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { readableCode } from "../lib/labels.ts";
import { QueryContent } from "../QueryContent.tsx";
import { useRight } from "../use-operator.ts";
import { MoreButton } from "../MoreButton.tsx";

type View = "failed" | "depths" | "messages";

/** The queue: failed jobs, its depth, and messages that are not sent. */
export function JobsScreen() {
  const [view, setView] = useState<View>("failed");
  return (
    <>
      <PageHeader title="Jobs">Work that the product does later. Nothing here shows what a job is about.</PageHeader>
      <Tabs<View>
        label="Jobs"
        selected={view}
        onSelect={setView}
        tabs={[
          { key: "failed", label: "Failed", content: <FailedJobs /> },
          { key: "depths", label: "Queues", content: <Depths /> },
          { key: "messages", label: "Unsent messages", content: <Messages /> },
        ]}
      />
    </>
  );
}

const AllDone = () => (
  <EmptyState illustration={<DeskIllustration />} title="All work is done">
    Nothing waits here.
  </EmptyState>
);

const failedColumns: readonly Column<FailedJobRow>[] = [
  { key: "task", header: "Job", phoneSlot: "first", cell: ({ task }) => readableCode(task) },
  {
    key: "id",
    header: "Number",
    phoneSlot: "firstEnd",
    hasPhoneLabel: true,
    cell: ({ id }) => <span className="figures">{id}</span>,
  },
  {
    key: "attempts",
    header: "Attempts",
    kind: "number",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ attempts }) => attempts,
  },
  {
    key: "failed",
    header: "Failed",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ failedAt }) => <DateText at={failedAt} withTime />,
  },
  {
    key: "again",
    header: "Next attempt",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ triedAgainAt }) => (triedAgainAt === null ? "None, given up" : <DateText at={triedAgainAt} withTime />),
  },
];

type Act = "retry" | "drop";
type Chosen = { readonly job: FailedJobRow; readonly act: Act };
const actionColumn = (onChoose: (chosen: Chosen) => void): Column<FailedJobRow> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (job) => (
    <span className={styles.rowActions}>
      <Button size="small" onClick={() => onChoose({ job, act: "retry" })}>
        Run again<span className="only-heard"> job {job.id}</span>
      </Button>
      <Button size="small" kind="quiet" onClick={() => onChoose({ job, act: "drop" })}>
        Drop<span className="only-heard"> job {job.id}</span>
      </Button>
    </span>
  ),
});

function FailedJobs() {
  const canManage = useRight("manage_jobs");
  const [chosen, setChosen] = useState<Chosen>();
  const query = useInfiniteQuery(
    pagedQuery([listFailedJobs.path], (after, options) => callConsole(listFailedJobs, after, options)),
  );
  const { data, error, refetch } = query;
  if (error && !data)
    return <ErrorPanel title="We could not load the jobs" next={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Skeleton what="the jobs" onRetry={() => void refetch()}>
        <SkeletonBlock height="14rem" />
      </Skeleton>
    );
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <AllDone />;
  return (
    <>
      <Card flush>
        <Table
          caption="Failed jobs, newest first"
          columns={canManage ? [...failedColumns, actionColumn(setChosen)] : failedColumns}
          rows={rows}
          keyOf={({ id }) => id}
        />
      </Card>
      <MoreButton query={query} />
      {chosen && <JobDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

const words = {
  retry: { title: "Run this job again?", action: "Run again", done: "The job runs again.", operation: retryJob },
  drop: { title: "Drop this job?", action: "Drop the job", done: "The job is dropped.", operation: dropJob },
} as const;

function JobDialog({ chosen: { job, act }, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const { title, action, done, operation } = words[act];
  return (
    <ActionDialog
      title={title}
      action={action}
      isDangerous={act === "drop"}
      busyLabel="Sending"
      onClose={onClose}
      onSend={async (reason) => {
        const result = await callConsole(operation, { id: job.id, reason });
        if (!result.ok) return result.problem;
        onClose();
        toast({ tone: "success", text: done });
        await client.invalidateQueries();
        return undefined;
      }}
    >
      <p>
        {readableCode(job.task)}, number {job.id}.{" "}
        {act === "retry" ? "It starts now with all its attempts." : "What it would have done never happens."}
      </p>
    </ActionDialog>
  );
}

const depthColumns: readonly Column<JobDepthRow>[] = [
  { key: "task", header: "Job", phoneSlot: "first", cell: ({ task }) => readableCode(task) },
  {
    key: "waiting",
    header: "Waiting",
    kind: "number",
    phoneSlot: "second",
    hasPhoneLabel: true,
    cell: ({ waiting }) => formatCount(waiting),
  },
  {
    key: "running",
    header: "Running",
    kind: "number",
    phoneSlot: "second",
    hasPhoneLabel: true,
    cell: ({ running }) => formatCount(running),
  },
  {
    key: "failed",
    header: "Failed",
    kind: "number",
    phoneSlot: "second",
    hasPhoneLabel: true,
    cell: ({ failed }) => formatCount(failed),
  },
  {
    key: "oldest",
    header: "Oldest due",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ oldestAt }) => (oldestAt === null ? "-" : <DateText at={oldestAt} withTime />),
  },
];

function Depths() {
  const query = useQuery({ ...consoleQuery(jobDepths, {}), refetchInterval: 30_000 });
  return (
    <QueryContent query={query} what="the queues">
      {({ depths }) =>
        depths.length === 0 ? (
          <AllDone />
        ) : (
          <Card flush>
            <Table caption="Jobs by kind" columns={depthColumns} rows={depths} keyOf={({ task }) => task} />
          </Card>
        )
      }
    </QueryContent>
  );
}

const channels = { sms: "SMS", mail: "Email" } as const;
const messageColumns: readonly Column<UnsentMessageRow>[] = [
  { key: "kind", header: "Message", phoneSlot: "first", cell: ({ kind }) => readableCode(kind) },
  { key: "channel", header: "By", phoneSlot: "firstEnd", cell: ({ channel }) => channels[channel] },
  {
    key: "attempts",
    header: "Attempts",
    kind: "number",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ attempts }) => attempts,
  },
  {
    key: "since",
    header: "Since",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ createdAt }) => <DateText at={createdAt} withTime />,
  },
];

function Messages() {
  const query = useQuery(consoleQuery(listUnsentMessages, {}));
  return (
    <QueryContent query={query} what="the messages">
      {({ rows, count }) =>
        rows.length === 0 ? (
          <AllDone />
        ) : (
          <>
            <p className={styles.lead}>
              {formatCount(count)} {count === 1 ? "message waits" : "messages wait"}; the oldest 50 are shown. Their
              jobs send them again; a failed one is in the list of failed jobs.
            </p>
            <Card flush>
              <Table
                caption="Unsent messages, oldest first"
                columns={messageColumns}
                rows={rows}
                keyOf={({ id }) => id}
              />
            </Card>
          </>
        )
      }
    </QueryContent>
  );
}
