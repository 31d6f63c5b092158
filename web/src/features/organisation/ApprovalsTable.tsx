import { purposes } from "@idanimo/contract/consent";
import { money } from "@idanimo/contract/money";
import type { PurchaseApproval } from "@idanimo/contract/organisations/approvals";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Money } from "../../ui/Money.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { approvalLabels, checksLabel } from "./approval-labels.ts";
import type { ApprovalsView } from "./approvals-query.ts";
import styles from "./Organisation.module.css";

type Props = {
  readonly view: ApprovalsView;
  readonly approvals: readonly PurchaseApproval[];
  readonly onOpen: (approval: PurchaseApproval) => void;
};

/** One row for each approval: who, kind, purpose, price, age [TM-07]. */
export function ApprovalsTable({ view, approvals, onOpen }: Props) {
  return (
    <Table
      caption={view === "waiting" ? "Waiting for approval" : "Decided"}
      columns={columnsFor(view, onOpen)}
      rows={approvals}
      keyOf={({ id }) => id}
      pressRows
    />
  );
}

const columnsFor = (view: ApprovalsView, onOpen: Props["onOpen"]): readonly Column<PurchaseApproval>[] => [
  {
    key: "who",
    header: "Check",
    phoneSlot: "first",
    cell: (approval) => (
      <span className={styles.person}>
        <strong>{approval.own ? "You" : approval.requestedBy}</strong>
        <span className={styles.small}>
          {checksLabel(approval)} {approval.valueMasked !== null && <MaskedValue value={approval.valueMasked} />}
        </span>
      </span>
    ),
  },
  {
    key: "purpose",
    header: "Reason",
    phoneSlot: "second",
    cell: ({ purpose }) => (purpose === null ? "No reason needed" : purposes[purpose]),
  },
  {
    key: "price",
    header: "Price",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ currency, total, totalNow }) => <Money amount={money(currency, totalNow ?? total)} />,
  },
  view === "waiting"
    ? {
        key: "age",
        header: "Requested",
        phoneSlot: "second",
        cell: ({ requestedAt }) => <Countdown at={requestedAt} />,
      }
    : {
        key: "state",
        header: "Decision",
        phoneSlot: "second",
        cell: ({ state }) => <StatusLabel tone={approvalLabels[state].tone}>{approvalLabels[state].label}</StatusLabel>,
      },
  {
    key: "open",
    header: <span className="only-heard">Open</span>,
    kind: "number",
    phoneSlot: "secondEnd",
    cell: (approval) => (
      <Button
        size="small"
        kind="quiet"
        data-row-action
        aria-label={`${view === "waiting" && !approval.own ? "Review" : "View"} ${checksLabel(approval)} of ${approval.own ? "yourself" : approval.requestedBy}`}
        onClick={() => onOpen(approval)}
      >
        {view === "waiting" && !approval.own ? "Review" : "View"}
      </Button>
    ),
  },
];
