import { listPayments, type PaymentRow, type PaymentView } from "@idanimo/contract/console/money";
import { formatMinor } from "@idanimo/contract/money";
import { useState } from "react";
import { DateText } from "../../ui/DateText.tsx";
import { Money } from "../../ui/Money.tsx";
import { Select } from "../../ui/Select.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import type { Column } from "../../ui/Table.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { PagedTable } from "../PagedTable.tsx";
import { isPaymentView, paymentStateLabels, paymentViewLabels } from "./money-labels.ts";

const columns: readonly Column<PaymentRow>[] = [
  { key: "reference", header: "Reference", phoneSlot: "first", cell: ({ reference }) => reference },
  {
    key: "purpose",
    header: "For",
    phoneSlot: "second",
    cell: ({ purpose, ownerId }) => (
      <a href={`/accounts/${ownerId}`}>
        {purpose === "TOPUP" ? "Top-up" : "A check"}
        <span className="only-heard">, see the account</span>
      </a>
    ),
  },
  {
    key: "state",
    header: "State",
    phoneSlot: "secondEnd",
    cell: ({ state, quarantinedMinor }) =>
      quarantinedMinor === null ? (
        <StatusLabel tone={paymentStateLabels[state].tone}>{paymentStateLabels[state].label}</StatusLabel>
      ) : (
        <StatusLabel tone="problem">Received {formatMinor(quarantinedMinor)}</StatusLabel>
      ),
  },
  {
    key: "at",
    header: "Started",
    phoneSlot: "below",
    cell: ({ createdAt }) => <DateText at={createdAt} withTime />,
  },
  {
    key: "settled",
    header: "Settled",
    phoneSlot: "hidden",
    cell: ({ settledAt }) => (settledAt === null ? "-" : <DateText at={settledAt} withTime />),
  },
  {
    key: "amount",
    header: "Amount",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

/** Card payments, newest first. */
export function Payments() {
  const [view, setView] = useState<PaymentView>("all");
  return (
    <>
      <div className={styles.filters}>
        <Select
          label="Show"
          name="view"
          value={view}
          onChange={({ currentTarget: { value } }) => {
            if (isPaymentView(value)) setView(value);
          }}
        >
          {Object.entries(paymentViewLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <PagedTable
        queryKey={[listPayments.path, view]}
        load={(after, signal) => callConsole(listPayments, { view, ...(after !== undefined && { after }) }, { signal })}
        what="the payments"
        caption="Card payments, newest first"
        columns={columns}
        keyOf={({ id }) => id}
        emptyTitle="No payments here"
        empty={view === "all" ? "Card payments of customers appear here." : "None is in this state."}
      />
    </>
  );
}
