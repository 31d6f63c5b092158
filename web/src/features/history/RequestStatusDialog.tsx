import { checkAgainAddress } from "@idanimo/contract/check-again";
import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { expiredReason, refundReason } from "@idanimo/contract/refund-reason";
import { navigate } from "../../lib/router.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { rowActionOf, rowTitle, nextStepOf, type HistoryRow, formatSearchValue, resultAddress } from "./rules.ts";
import { useCanOpen } from "./use-can-open.ts";

type Props = {
  readonly row: HistoryRow | undefined;
  readonly onClose: () => void;
  readonly onLabel: (row: HistoryRow) => void;
};

/**
 * Explains the status of a row that has no result to open; follows the row while the dialog is open [ERR-34 ERR-35
 * ERR-36].
 */
export function RequestStatusDialog({ row, onClose, onLabel }: Props) {
  const canCheck = useRight("requests:create");
  const canOpen = useCanOpen();
  const content = row && dialogContentOf(row);
  const action = row && rowActionOf(row);
  const again = canCheck && row && action !== "pending" && action !== "running" ? checkAgainAddress(row) : undefined;
  const step =
    row && action === "result" ? { label: texts.rowViewResult, to: resultAddress(row) } : row && nextStepOf(row);
  // asking through a guardian is a new request; the rest shows this one
  const nextStep = (row?.outcome === "MINOR" ? canCheck : row && canOpen(row)) ? step : undefined;
  return (
    <Dialog
      open={row !== undefined}
      title={content?.title}
      onClose={onClose}
      actions={
        <>
          {nextStep && (
            <Button kind="primary" onClick={() => navigate(nextStep.to)}>
              {nextStep.label}
            </Button>
          )}
          {again && action !== "result" && (
            <Button kind={nextStep ? "secondary" : "primary"} onClick={() => navigate(again)}>
              Check again
            </Button>
          )}
          {row && canCheck && (
            <Button kind="quiet" onClick={() => onLabel(row)}>
              {row.label === undefined ? "Add label" : "Edit label"}
            </Button>
          )}
          <Button kind={nextStep || again ? "secondary" : "primary"} onClick={onClose}>
            Got it
          </Button>
        </>
      }
    >
      {row && (
        <p className="quiet">
          {rowTitle(row) !== undefined && <>{rowTitle(row)}, </>}
          {row.searchParameter} <MaskedValue value={formatSearchValue(row)} />
        </p>
      )}
      <p>{content?.body}</p>
    </Dialog>
  );
}

function dialogContentOf(row: HistoryRow): { readonly title: string; readonly body: ReactNode } {
  switch (rowActionOf(row)) {
    case "pending":
      return {
        title: texts.awaitingConsent,
        body: (
          <>
            We've asked the person. Their time to reply ends{" "}
            {row.deadline ? <Countdown at={row.deadline} over="now" after="." /> : "after a day."} Your history updates
            automatically when they do.
          </>
        ),
      };
    case "denied":
      return {
        title: texts.consentDenied,
        body: texts.refusedNote,
      };
    case "no_data":
      return {
        title: texts.rowNoData,
        body: "The source has no record for this number or name. This check isn't refundable. Check the number before you try again.",
      };
    case "refunded":
      return { title: "Refunded", body: `${refundReason(row.outcome, row.searchType)} ${texts.moneyReturned}` };
    // the result arrived while the dialog was open
    case "result":
      return {
        title: "The result is ready",
        body: "You can open it now.",
      };
    case "unknown":
      return { title: row.action, body: texts.pageOutOfDate };
    case "running":
      return { title: "In progress", body: "We are checking the source. Your history updates automatically." };
    case "cancelled":
      return { title: texts.rowCancelled, body: expiredReason(row) };
    case "expired":
      return { title: texts.consentExpired, body: expiredReason(row) };
  }
}
