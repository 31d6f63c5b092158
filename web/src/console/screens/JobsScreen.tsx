import {
  dropJob,
  type FailedJobRow,
  type JobQueueRow,
  jobDepths,
  listFailedJobs,
  listUnsentMessages,
  retryJob,
  type UnsentMessageRow,
} from "@idanimo/contract/console/jobs";
import { formatCount } from "@idanimo/contract/date-format";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import styles from "../console.module.css";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { readableCode } from "../lib/labels.ts";
import { PagedTable } from "../PagedTable.tsx";
import { QueryContent } from "../QueryContent.tsx";
import { useRight } from "../use-operator.ts";

type View = "failed" | "queues" | "messages";

/** Failed jobs, the queues, and messages that are not sent. */
export function JobsScreen() {
  const [view, setView] = useState<View>("failed");
  return (
    <>
      <PageHeader title="Jobs">Work in the background. To protect people, a job's contents are not shown.</PageHeader>
      <Tabs<View>
        label="Jobs"
        selected={view}
        onSelect={setView}
        tabs={[
          { key: "failed", label: "Failed", content: <FailedJobs /> },
          { key: "queues", label: "Queues", content: <Queues /> },
          { key: "messages", label: "Unsent messages", content: <Messages /> },
        ]}
      />
    </>
  );
}

const Nothing = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <EmptyState illustration={<DeskIllustration />} title={title}>
    {children}
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
    cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? "None, given up" : <DateText at={nextAttemptAt} withTime />),
  },
];

type JobAction = keyof typeof jobActions;
type ChosenAction = { readonly job: FailedJobRow; readonly action: JobAction };
const actionColumn = (onChoose: (chosen: ChosenAction) => void): Column<FailedJobRow> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (job) => (
    <span className={styles.rowActions}>
      <Button size="small" onClick={() => onChoose({ job, action: "retry" })}>
        Run again<span className="only-heard"> job {job.id}</span>
      </Button>
      <Button size="small" kind="quiet" onClick={() => onChoose({ job, action: "drop" })}>
        Drop<span className="only-heard"> job {job.id}</span>
      </Button>
    </span>
  ),
});

function FailedJobs() {
  const canManage = useRight("manage_jobs");
  const [chosen, setChosen] = useState<ChosenAction>();
  return (
    <>
      <PagedTable
        queryKey={[listFailedJobs.path]}
        load={(after, signal) => callConsole(listFailedJobs, after === undefined ? {} : { after }, { signal })}
        what="the jobs"
        caption="Failed jobs, newest first"
        columns={canManage ? [...failedColumns, actionColumn(setChosen)] : failedColumns}
        keyOf={({ id }) => id}
        emptyTitle="No failed jobs"
        empty="A job that fails is tried again, and is shown here until it succeeds."
      />
      {chosen && <JobDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

const jobActions = {
  retry: { title: "Run this job again?", label: "Run again", done: "The job runs again.", operation: retryJob },
  drop: { title: "Drop this job?", label: "Drop the job", done: "The job is dropped.", operation: dropJob },
} as const;

type DialogProps = { readonly chosen: ChosenAction; readonly onClose: () => void };

function JobDialog({ chosen: { job, action }, onClose }: DialogProps) {
  const client = useQueryClient();
  const toast = useToast();
  const { title, label, done, operation } = jobActions[action];
  return (
    <ActionDialog
      title={title}
      action={label}
      isDangerous={action === "drop"}
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
        {action === "retry"
          ? "It starts now, and its attempts are counted anew."
          : "What it would have done never happens."}
      </p>
    </ActionDialog>
  );
}

const queueColumns: readonly Column<JobQueueRow>[] = [
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

function Queues() {
  const query = useQuery({ ...consoleQuery(jobDepths, {}), refetchInterval: 30_000 });
  return (
    <QueryContent query={query} what="the queues">
      {({ depths }) =>
        depths.length === 0 ? (
          <Nothing title="No job waits or runs">Jobs appear here while the product works on them.</Nothing>
        ) : (
          <Card flush>
            <Table caption="Queues by job" columns={queueColumns} rows={depths} keyOf={({ task }) => task} />
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
          <Nothing title="No unsent messages">Every email and SMS was given to its gateway.</Nothing>
        ) : (
          <>
            <p className={styles.lead}>
              {formatCount(count)} {count === 1 ? "message waits" : "messages wait"}
              {count > rows.length && `; the oldest ${rows.length} are shown`}. A job sends each one. If that job fails,
              it is under Failed.
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
