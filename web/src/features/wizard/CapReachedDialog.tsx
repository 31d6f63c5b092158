import type { Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogText } from "../payment/PaymentDialogs.tsx";
import { capReachedText } from "./caps.ts";

type Props = { readonly problem: Problem; readonly onClose: () => void };

/** A payment that a spending cap rejected: what is left, and when it starts again [TM-06]. */
export function CapReachedDialog({ problem, onClose }: Props) {
  return (
    <Dialog
      open
      variant="alert"
      title={problem.title}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <DialogText>
        <p>{problemMessage(problem)}</p>
        <p>{capReachedText(problem.details)} Ask an owner or admin if you need more. What you typed is still here.</p>
      </DialogText>
    </Dialog>
  );
}
