import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { refundReason } from "../../lib/refund-reason.ts";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { actionOf, type HistoryRow } from "./rules.ts";

type Props = { readonly row: HistoryRow | undefined; readonly onClose: () => void };

/** What a row says when its action is pressed and there is nothing to open. Source: B§4, ERR-34 to ERR-36. */
export function RowDialog({ row, onClose }: Props) {
  const navigate = useNavigate();
  const words = row && wordsFor(row);
  const pending = row && actionOf(row) === "pending";
  return (
    <Dialog
      open={row !== undefined}
      title={words?.title}
      onClose={onClose}
      actions={
        <>
          {pending && (
            <Button kind="primary" onClick={() => void navigate(`/consent?request=${row.id}`)}>
              Wait for the answer
            </Button>
          )}
          <Button kind={pending ? "secondary" : "primary"} onClick={onClose}>
            {pending ? "Not now" : "Got it"}
          </Button>
        </>
      }
    >
      {words?.body}
    </Dialog>
  );
}

function wordsFor(row: HistoryRow): { readonly title: string; readonly body: ReactNode } {
  switch (actionOf(row)) {
    case "pending":
      return {
        title: texts.awaitingConsent,
        body: (
          <>
            We have asked the person. Their time to answer ends{" "}
            {row.deadline ? <Countdown at={row.deadline} over="now" /> : "after a day"}. Your history changes by itself
            when they do.
          </>
        ),
      };
    case "denied":
      return {
        title: texts.consentDenied,
        body: "The person said no. Nothing was shown to you, and the charge is kept.",
      };
    case "no_data":
      return {
        title: texts.rowNoData,
        body: "The source has no record for what you searched. The charge is kept. Check the number before you ask again.",
      };
    case "refunded":
      return { title: "Refunded", body: `${refundReason(row.outcome)} The money is back in your wallet.` };
    case "expired":
    case "result":
    case "running":
      return {
        title: texts.consentExpired,
        body:
          row.outcome === "DELIVERED"
            ? "The time to see this record is over, and it has been erased."
            : "There was no answer in time, or it was taken back. Nothing can be shown, and the charge is kept.",
      };
  }
}
