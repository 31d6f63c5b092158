import { type AccountRequestRow, listAccountRequests } from "@idanimo/contract/console/accounts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { pagedQuery } from "../../lib/paged-query.ts";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Money } from "../../ui/Money.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { readableCode, searchTypeLabel } from "../lib/labels.ts";
import { MoreButton } from "../MoreButton.tsx";

const requestColumns: readonly Column<AccountRequestRow>[] = [
  {
    key: "type",
    header: "Check",
    phoneSlot: "first",
    cell: ({ id, searchType }) => (
      <a href={`/requests/${id}`} data-row-action>
        {searchTypeLabel(searchType)}
      </a>
    ),
  },
  {
    key: "charge",
    header: "Charge",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ charge }) => <Money amount={charge} />,
  },
  { key: "reference", header: "Reference", phoneSlot: "second", cell: ({ reference }) => reference },
  {
    key: "outcome",
    header: "State",
    phoneSlot: "secondEnd",
    cell: ({ outcome, state }) => readableCode(outcome ?? state),
  },
  { key: "at", header: "Ordered", phoneSlot: "below", cell: ({ at }) => <DateText at={at} withTime /> },
];

/** The requests of an account, page by page, without anything of a subject. */
export function AccountRequests({ accountId }: { readonly accountId: string }) {
  const query = useInfiniteQuery(
    pagedQuery([listAccountRequests.path, accountId], (after, options) =>
      callConsole(listAccountRequests, { id: accountId, ...after }, options),
    ),
  );
  const { data, error, refetch } = query;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Card title="Requests">
      {error && (
        <ErrorPanel title="We could not load the requests" next={error.message} onRetry={() => void refetch()} />
      )}
      {data && rows.length === 0 && <p className={styles.quiet}>No paid request yet.</p>}
      {rows.length > 0 && (
        <Table
          caption="Requests of the account, newest first"
          columns={requestColumns}
          rows={rows}
          keyOf={({ id }) => id}
          pressRows
        />
      )}
      <MoreButton query={query} />
    </Card>
  );
}
