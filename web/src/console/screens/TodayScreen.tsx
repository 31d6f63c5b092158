import { today } from "@idanimo/contract/console/operators";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { consoleQuery } from "../lib/call.ts";
import { QueryContent } from "../QueryContent.tsx";

type Item = {
  kind: string;
  label: string;
  count: number;
  oldestAt: string | null;
  dueAt: string | null;
  isUrgent: boolean;
  link: string | null;
};

const columns: readonly Column<Item>[] = [
  {
    key: "label",
    header: "What waits",
    phoneSlot: "first",
    cell: ({ label, link }) => (link === null ? label : <a href={link}>{label}</a>),
  },
  { key: "count", header: "Number", kind: "number", phoneSlot: "firstEnd", cell: ({ count }) => count },
  {
    key: "since",
    header: "Oldest",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ oldestAt }) => oldestAt && <DateText at={oldestAt} withTime />,
  },
  {
    key: "due",
    header: "Due",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ dueAt, isUrgent }) => {
      const date = dueAt && <DateText at={dueAt} withTime />;
      return date && isUrgent ? <StatusLabel tone="problem">{date}</StatusLabel> : date;
    },
  },
];

/** What waits for this operator. */
export function TodayScreen() {
  const query = useQuery({ ...consoleQuery(today, {}), refetchInterval: 30_000 });
  return (
    <>
      <PageHeader title="Today">What waits for you, with the oldest of each kind.</PageHeader>
      <QueryContent query={query} what="what waits">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState illustration={<DeskIllustration />} title="Nothing is waiting">
              New approvals and cases appear here.
            </EmptyState>
          ) : (
            <Card flush>
              <Table caption="What waits for you" columns={columns} rows={items} keyOf={({ kind }) => kind} />
            </Card>
          )
        }
      </QueryContent>
    </>
  );
}
