import { formatMoney } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogText } from "../payment/PaymentDialogs.tsx";
import { MayShow } from "./MayShow.tsx";
import { RefundTerms } from "./RefundTerms.tsx";
import { requiresConsent } from "./rules.ts";
import type { PurchaseOrder, PurchaseFlow } from "./use-purchase.ts";

/** The disclaimer before anything is created or charged [PAY-05 PAY-06 PAY-07]. */
export function DisclaimerDialog({
  order,
  purchase,
}: {
  readonly order: PurchaseOrder;
  readonly purchase: PurchaseFlow;
}) {
  const { phase, stop, confirm } = purchase;
  const busy =
    phase.kind === "opening"
      ? "Starting the check"
      : phase.kind === "paying" && (order.needsApproval ? "Sending" : "Paying");
  return (
    <Dialog
      open
      title={texts.disclaimerTitle}
      dismissable={!busy}
      onClose={stop}
      actions={
        <>
          <Button kind="primary" busy={busy} onClick={() => void confirm()}>
            Confirm
          </Button>
          <Button disabled={busy !== false} onClick={stop}>
            Cancel
          </Button>
        </>
      }
    >
      <DialogText>
        {order.needsApproval ? (
          <p>
            A colleague has to approve this check for <strong className="figures">{formatMoney(order.total)}</strong>.
            Nothing is charged and no one is contacted before.
          </p>
        ) : (
          <p>
            You pay <strong className="figures">{formatMoney(order.total)}</strong> for this check.
          </p>
        )}
        {requiresConsent(order.types) && (
          <p>
            We ask the person first, by SMS or email, with your name and your reason. You see nothing unless they agree,
            and they can withdraw their consent at any time.
          </p>
        )}
        <MayShow mayShow={order.mayShow} />
        <p>Use the result only for the reason you gave. Checking someone without a lawful reason is an offence.</p>
        <RefundTerms types={order.types} />
      </DialogText>
    </Dialog>
  );
}
