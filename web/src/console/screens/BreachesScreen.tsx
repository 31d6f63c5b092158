import { type BreachRow, listBreaches } from "@idanimo/contract/console/breaches";
import { useInfiniteQuery } from "@tanstack/react-query";
import { pagedQuery } from "../../lib/paged-query.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { BreachClock } from "../BreachClock.tsx";
import { callConsole } from "../lib/call.ts";
import { MoreButton } from "../MoreButton.tsx";
import { useRight } from "../use-operator.ts";

const columns: readonly Column<BreachRow>[] = [
  {
    key: "what",
    header: "What happened",
    phoneSlot: "first",
    cell: ({ id, description }) => (
      <a href={`/breach/${id}`} data-row-action>
        {description}
      </a>
    ),
  },
  { key: "clock", header: "Clock", phoneSlot: "below", cell: (row) => <BreachClock {...row} /> },
  {
    key: "people",
    header: "People",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ people }) => people ?? "Counting",
  },
  {
    key: "noticed",
    header: "Noticed",
    phoneSlot: "second",
    cell: ({ noticedAt }) => <DateText at={noticedAt} withTime />,
  },
];

/** Breaches, with the clock of each. */
export function BreachesScreen() {
  const mayHandle = useRight("handle_grievances");
  return (
    <>
      <PageHeader
        title="Breaches"
        aside={
          mayHandle && (
            <LinkButton kind="primary" href="/breach/new">
              Start the clock
            </LinkButton>
          )
        }
      >
        The Commission is notified within 72 hours from the moment that someone here noticed. Start the clock before it
        is confirmed.
      </PageHeader>
      <BreachList />
    </>
  );
}

function BreachList() {
  const query = useInfiniteQuery({
    ...pagedQuery([listBreaches.path], (after, options) => callConsole(listBreaches, after, options)),
    refetchInterval: 60_000,
  });
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  if (error && !data) return <ErrorPanel title="We could not load the breaches" next={error.message} onRetry={retry} />;
  if (!data)
    return (
      <Skeleton what="the breaches" onRetry={retry}>
        <SkeletonBlock height="14rem" />
      </Skeleton>
    );
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <EmptyState illustration={<DeskIllustration />} title="No incident">
        A breach and its clock appear here.
      </EmptyState>
    );
  return (
    <>
      <Card flush>
        <Table
          caption="Breaches, the last noticed first"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          pressRows
        />
      </Card>
      <MoreButton query={query} />
    </>
  );
}
