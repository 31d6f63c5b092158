import {
  claimPayOut,
  confirmPayOut,
  listPayOuts,
  type PayOutRow,
  releasePayOut,
} from "@idanimo/contract/console/pay-outs";
import { formatMoney } from "@idanimo/contract/money";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import type { Column } from "../../ui/Table.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { PagedTable } from "../PagedTable.tsx";
import { useRight } from "../use-operator.ts";
import { BankDetailsDialog, ConfirmSentDialog } from "./PayOutDialogs.tsx";

const describeState = ({ claimedBy, paidAt }: PayOutRow) =>
  paidAt !== null
    ? ({ label: "Sent", tone: "success" } as const)
    : claimedBy === null
      ? ({ label: "To send", tone: "waiting" } as const)
      : ({ label: "Claimed", tone: "info" } as const);

const factColumns: readonly Column<PayOutRow>[] = [
  {
    key: "since",
    header: "Since",
    phoneSlot: "second",
    cell: ({ madeAt }) => <DateText at={madeAt} withTime />,
  },
  {
    key: "amount",
    header: "Amount",
    phoneSlot: "first",
    cell: ({ amounts }) => amounts.map(formatMoney).join(" and "),
  },
  {
    key: "state",
    header: "State",
    phoneSlot: "firstEnd",
    cell: (row) => <StatusLabel tone={describeState(row).tone}>{describeState(row).label}</StatusLabel>,
  },
  {
    key: "by",
    header: "Operators",
    phoneSlot: "below",
    cell: ({ claimedBy, paidBy, isOwn }) => (
      <span className={styles.id}>
        {claimedBy === null ? "No one yet" : isOwn && paidBy === null ? "You" : claimedBy}
        {paidBy !== null && `, confirmed by ${paidBy}`}
      </span>
    ),
  },
];

type Chosen = { readonly row: PayOutRow; readonly show: "bank" | "confirm" };

const actionColumn = (
  act: ReturnType<typeof usePayOutActs>,
  onChoose: (chosen: Chosen) => void,
): Column<PayOutRow> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (row) => {
    const what = <span className="only-heard"> {row.amounts.map(formatMoney).join(" and ")}</span>;
    if (row.claimedBy === null)
      return (
        <Button
          size="small"
          onClick={() => void act.claim(row).then((isClaimed) => isClaimed && onChoose({ row, show: "bank" }))}
        >
          Claim{what}
        </Button>
      );
    return (
      <span className={styles.rowActions}>
        {row.isOwn ? (
          <Button size="small" onClick={() => onChoose({ row, show: "bank" })}>
            Bank details{what}
          </Button>
        ) : (
          <Button size="small" kind="primary" onClick={() => onChoose({ row, show: "confirm" })}>
            Confirm as sent{what}
          </Button>
        )}
        <Button size="small" onClick={() => void act.release(row)}>
          Release{what}
        </Button>
      </span>
    );
  },
});

/** Balances of closed accounts: one operator sends one, another confirms it. */
export function PayOuts() {
  const [chosen, setChosen] = useState<Chosen>();
  const canMove = useRight("move_money");
  const act = usePayOutActs();
  const list = (paid: "true" | "false") => (
    <PagedTable
      queryKey={[listPayOuts.path, paid]}
      load={(after, signal) => callConsole(listPayOuts, { paid, ...(after !== undefined && { after }) }, { signal })}
      what="the pay-outs"
      caption={paid === "true" ? "Sent pay-outs, newest first" : "Pay-outs to send, oldest first"}
      columns={canMove && paid === "false" ? [...factColumns, actionColumn(act, setChosen)] : factColumns}
      keyOf={({ id }) => id}
      emptyTitle={paid === "true" ? "No pay-out was sent yet" : "No pay-out is open"}
      empty="Balances of closed accounts appear here when their owners asked for a bank transfer."
    />
  );
  const close = () => setChosen(undefined);
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        Claim a pay-out to see its bank details, and send it. Another operator then confirms that it was sent.
      </p>
      {list("false")}
      <h2>Sent</h2>
      {list("true")}
      {chosen?.show === "bank" && <BankDetailsDialog row={chosen.row} onClose={close} />}
      {chosen?.show === "confirm" && (
        <ConfirmSentDialog row={chosen.row} onClose={close} onConfirm={() => act.confirm(chosen.row)} />
      )}
    </div>
  );
}

/** The acts on a pay-out; each returns whether it was done. */
function usePayOutActs() {
  const client = useQueryClient();
  const toast = useToast();
  const showProblem = useProblem();
  const run =
    (operation: typeof claimPayOut | typeof releasePayOut | typeof confirmPayOut, done: string) =>
    async ({ id }: PayOutRow): Promise<boolean> => {
      const result = await callConsole(operation, { id });
      if (result.ok) toast({ tone: "success", text: done });
      else showProblem(result.problem);
      await client.invalidateQueries();
      return result.ok;
    };
  return {
    claim: run(claimPayOut, "The pay-out is yours to send."),
    release: run(releasePayOut, "The pay-out is released. Another operator can claim it."),
    confirm: run(confirmPayOut, "The pay-out is marked as sent. Its bank details are deleted."),
  };
}
