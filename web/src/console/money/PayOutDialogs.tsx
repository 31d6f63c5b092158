import { type PayOutRow, viewBankDetails } from "@idanimo/contract/console/pay-outs";
import { formatMoney } from "@idanimo/contract/money";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "../console.module.css";
import { Facts } from "../Facts.tsx";
import { consoleQuery } from "../lib/call.ts";
import { QueryContent } from "../QueryContent.tsx";

type Props = { readonly row: PayOutRow; readonly onClose: () => void };
const amountOf = ({ amounts }: PayOutRow) => amounts.map(formatMoney).join(" and ");

/** Where to send a claimed pay-out. Only the operator who claimed it can open this. */
export function BankDetailsDialog({ row, onClose }: Props) {
  // nothing of it is remembered after the dialog closes
  const query = useQuery({ ...consoleQuery(viewBankDetails, { id: row.id }), gcTime: 0 });
  return (
    <Dialog open title="Send this pay-out" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <QueryContent query={query} what="the bank details">
        {({ bankName, accountNumber, accountName }) => (
          <Facts
            rows={[
              ["Amount", amountOf(row)],
              ["Bank", bankName],
              ["Account number", accountNumber],
              ["Account name", accountName],
            ]}
          />
        )}
      </QueryContent>
      <p className={styles.quiet}>
        As the account holder typed them. When it is sent, another operator confirms it here and the details are
        deleted.
      </p>
    </Dialog>
  );
}

/** Asks once more: the confirmation cannot be undone. */
export function ConfirmSentDialog({ row, onClose, onConfirm }: Props & { readonly onConfirm: () => Promise<boolean> }) {
  const [isBusy, setIsBusy] = useState(false);
  async function confirm() {
    setIsBusy(true);
    await onConfirm();
    onClose();
  }
  return (
    <Dialog
      open
      title="Was this pay-out sent?"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" onClick={() => void confirm()} busy={isBusy && "Confirming"}>
            Confirm as sent
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <p>
        {amountOf(row)}, sent by {row.claimedBy}. Check the bank statement first: the bank details are deleted, and this
        cannot be undone.
      </p>
    </Dialog>
  );
}
