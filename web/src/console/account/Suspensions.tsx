import { type SuspensionRow, suspensionReasonLabel } from "@idanimo/contract/console/suspensions";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { type Column, Table } from "../../ui/Table.tsx";

/** Says that the account is suspended, why and by whom. */
export function RunningSuspension({ suspensions }: { readonly suspensions: readonly SuspensionRow[] }) {
  const running = suspensions.find(({ endedAt }) => endedAt === null);
  if (!running) return null;
  return (
    <Notice tone="problem" title="Suspended">
      <p>
        By {running.by} on <DateText at={running.since} withTime />, because {suspensionReasonLabel(running.reasonCode)}
        .
      </p>
      <p>Note: {running.note}</p>
    </Notice>
  );
}

const columns: readonly Column<SuspensionRow>[] = [
  { key: "reason", header: "Why", phoneSlot: "first", cell: ({ reasonCode }) => suspensionReasonLabel(reasonCode) },
  { key: "since", header: "From", phoneSlot: "second", cell: ({ since }) => <DateText at={since} withTime /> },
  {
    key: "until",
    header: "Until",
    phoneSlot: "secondEnd",
    cell: ({ endedAt }) => endedAt !== null && <DateText at={endedAt} withTime />,
  },
  { key: "by", header: "Ended by", phoneSlot: "firstEnd", cell: ({ endedBy }) => endedBy },
  { key: "note", header: "Note", phoneSlot: "below", cell: ({ note }) => note },
];

/** Suspensions that have ended. */
export function EarlierSuspensions({ suspensions }: { readonly suspensions: readonly SuspensionRow[] }) {
  const ended = suspensions.filter(({ endedAt }) => endedAt !== null);
  if (ended.length === 0) return null;
  return (
    <Card title="Earlier suspensions">
      <Table
        caption="Suspensions that have ended, newest first"
        columns={columns}
        rows={ended}
        keyOf={({ id }) => id}
      />
    </Card>
  );
}
