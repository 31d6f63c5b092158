import { type BreachDetails, type BreachRequestRow, listBreachRequests } from "@idanimo/contract/console/breaches";
import { useInfiniteQuery } from "@tanstack/react-query";
import { pagedQuery } from "../lib/paged-query.ts";
import { Card } from "../ui/Card.tsx";
import { DateText } from "../ui/DateText.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import styles from "./console.module.css";
import { callConsole } from "./lib/call.ts";
import { searchTypeLabel } from "./lib/labels.ts";
import { MoreButton } from "./MoreButton.tsx";

type TypeRow = BreachDetails["byType"][number];
const typeColumns: readonly Column<TypeRow>[] = [
  { key: "type", header: "Check", phoneSlot: "first", cell: ({ searchType }) => searchTypeLabel(searchType) },
  {
    key: "requests",
    header: "Requests",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ requests }) => requests,
  },
  {
    key: "opened",
    header: "Opened in this period",
    kind: "number",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ opened }) => opened,
  },
];

const requestColumns: readonly Column<BreachRequestRow>[] = [
  {
    key: "request",
    header: "Request",
    phoneSlot: "first",
    cell: ({ requestId }) => (
      <a href={`/requests/${requestId}`} className={styles.id} data-row-action>
        {requestId}
      </a>
    ),
  },
  {
    key: "account",
    header: "Account",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ accountId }) => <span className={styles.id}>{accountId}</span>,
  },
  { key: "type", header: "Check", phoneSlot: "second", cell: ({ searchType }) => searchTypeLabel(searchType) },
  {
    key: "created",
    header: "Ordered",
    phoneSlot: "below",
    cell: ({ createdAt }) => <DateText at={createdAt} withTime />,
  },
  {
    key: "opened",
    header: "Opened",
    kind: "number",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ opened }) => opened,
  },
];

/** The affected requests, by kind of check and as ids. */
export function BreachRequests({ breach: { id, byType } }: { readonly breach: BreachDetails }) {
  const query = useInfiniteQuery(
    pagedQuery([listBreachRequests.path, id], (after, options) =>
      callConsole(listBreachRequests, { id, ...after }, options),
    ),
  );
  const { data, error, refetch } = query;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  if (byType.length === 0) return null;
  return (
    <>
      <Card title="Kinds of check" flush>
        <Table
          caption="Affected requests by kind of check"
          columns={typeColumns}
          rows={byType}
          keyOf={({ searchType }) => searchType}
        />
      </Card>
      <Card title="Requests" flush>
        {error && (
          <ErrorPanel title="We could not load the requests" next={error.message} onRetry={() => void refetch()} />
        )}
        {rows.length > 0 && (
          <Table
            caption="Affected requests, oldest first"
            columns={requestColumns}
            rows={rows}
            keyOf={({ requestId }) => requestId}
            pressRows
          />
        )}
      </Card>
      <MoreButton query={query} />
    </>
  );
}
