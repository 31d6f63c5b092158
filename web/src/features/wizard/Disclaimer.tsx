import { formatMoney } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Words } from "../payment/PaymentDialogs.tsx";
import { RefundWords } from "./RefundWords.tsx";
import { asksSomebody } from "./rules.ts";
import type { Order, Purchase } from "./use-purchase.ts";

/** What is said before anything is created or charged. Source: PAY-05 to PAY-07. */
export function Disclaimer({ order, purchase }: { readonly order: Order; readonly purchase: Purchase }) {
  const { phase, stop, confirm } = purchase;
  const busy = phase.kind === "opening" ? "Making the request" : phase.kind === "paying" && "Paying";
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
      <Words>
        <p>
          You pay <strong className="figures">{formatMoney(order.total)}</strong> for this request.
        </p>
        {asksSomebody(order.types) && (
          <p>
            We ask the person first, by SMS or mail, with your name and your reason. Nothing opens unless they say yes,
            and they may leave parts of their record out, or take it back.
          </p>
        )}
        <p>
          Use what you see only for the reason you gave. Asking about somebody without a lawful reason is an offence.
        </p>
        <RefundWords types={order.types} />
      </Words>
    </Dialog>
  );
}
