import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { formatCount } from "@idanimo/contract/date-format";
import { money } from "@idanimo/contract/money";
import { type OwnWaitingApproval, ownWaitingApprovals } from "@idanimo/contract/organisations/approvals";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { cancelAndInvalidate, operationQuery } from "../../lib/query.ts";
import { Card } from "../../ui/Card.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Money } from "../../ui/Money.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import styles from "./WaitingApprovals.module.css";

/** The member's checks and files that wait for a colleague's approval, above the history; nothing if none does. */
export function WaitingApprovals() {
  const client = useQueryClient();
  const { data } = useQuery(operationQuery(ownWaitingApprovals, {}));
  const refetch = () => void cancelAndInvalidate(client, [ownWaitingApprovals.path]);
  useLiveUpdates({
    onEvent: (event) => {
      if (event.type === "approval_changed") refetch();
    },
    poll: refetch,
  });
  if (!data || data.approvals.length === 0) return null;
  return (
    <Card flush title="Waiting for approval">
      <Table
        caption="Your requests that wait for approval"
        columns={columns}
        rows={data.approvals}
        keyOf={({ id }) => id}
        pressRows
      />
    </Card>
  );
}

const columns: readonly Column<OwnWaitingApproval>[] = [
  {
    key: "check",
    header: "Request",
    phoneSlot: "first",
    cell: ({ searchTypes, checks, valueMasked }) => (
      <span className={styles.check}>
        <strong>{searchTypes.map((type) => catalogueRowOf(type).label).join(", ")}</strong>
        {valueMasked !== null && <MaskedValue value={valueMasked} />}
        {checks > searchTypes.length && <span className="figures">{formatCount(checks)} lines</span>}
      </span>
    ),
  },
  {
    key: "price",
    header: "Price",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ currency, total }) => <Money amount={money(currency, total)} />,
  },
  {
    key: "age",
    header: "Requested",
    phoneSlot: "second",
    cell: ({ requestedAt }) => <Countdown at={requestedAt} />,
  },
  {
    key: "status",
    header: "Status",
    phoneSlot: "secondEnd",
    cell: ({ sessionCode }) => (
      <a href={`/approval/${sessionCode}`} data-row-action className={styles.status}>
        <StatusLabel tone="waiting">Awaiting Approval</StatusLabel>
      </a>
    ),
  },
];
