import { listRefunds, type RefundRow } from "@idanimo/contract/console/money";
import { DateText } from "../../ui/DateText.tsx";
import { Money } from "../../ui/Money.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import type { Column } from "../../ui/Table.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { PagedTable } from "../PagedTable.tsx";

const columns: readonly Column<RefundRow>[] = [
  {
    key: "request",
    header: "Request",
    phoneSlot: "first",
    cell: ({ requestId }) => (
      <a href={`/requests/${requestId}`}>
        {requestId.slice(0, 8)}
        <span className="only-heard">, see the request</span>
      </a>
    ),
  },
  {
    key: "state",
    header: "State",
    phoneSlot: "secondEnd",
    cell: ({ confirmedAt }) => (
      <StatusLabel tone={confirmedAt === null ? "waiting" : "success"}>
        {confirmedAt === null ? "Requested" : "Paid"}
      </StatusLabel>
    ),
  },
  {
    key: "at",
    header: "Since",
    phoneSlot: "second",
    cell: ({ requestedAt, confirmedAt }) => <DateText at={confirmedAt ?? requestedAt} withTime />,
  },
  {
    key: "by",
    header: "Operators",
    phoneSlot: "below",
    cell: ({ requestedBy, confirmedBy }) => (
      <span className={styles.id}>
        {requestedBy}
        {confirmedBy !== null && (confirmedBy === requestedBy ? ", alone" : `, then ${confirmedBy}`)}
      </span>
    ),
  },
  {
    key: "reason",
    header: "Reason",
    phoneSlot: "below",
    cell: ({ reason }) => <span className={styles.id}>{reason}</span>,
  },
  {
    key: "amount",
    header: "Amount",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

/** Refunds by operators, newest first. One is requested on the page of its request. */
export const Refunds = () => (
  <PagedTable
    queryKey={[listRefunds.path]}
    load={(after, signal) => callConsole(listRefunds, after === undefined ? {} : { after }, { signal })}
    what="the refunds"
    caption="Refunds by operators, newest first"
    columns={columns}
    keyOf={({ requestId }) => requestId}
    emptyTitle="No refund by an operator"
    empty="Find a request to refund its charge. Refunds that the product makes itself are on the account."
  />
);
