import { type Money, money } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { CapReachedDialog } from "./CapReachedDialog.tsx";
import { DisclaimerDialog } from "./DisclaimerDialog.tsx";
import type { PaymentFrame } from "../payment/payment-frame.ts";
import {
  BalanceLowDialog,
  PaymentUnknownDialog,
  PaymentFailedDialog,
  PriceChangedDialog,
  DialogText,
} from "../payment/PaymentDialogs.tsx";
import { providerFailureOf } from "../payment/rules.ts";
import { FailedSectionsDialog, OutcomeUnknownDialog } from "./OutcomeDialogs.tsx";
import styles from "./PurchaseDialogs.module.css";
import type { PurchaseOrder, PurchaseFlow } from "./use-purchase.ts";

type Props = {
  readonly purchase: PurchaseFlow;
  readonly order: PurchaseOrder | undefined;
  readonly PaymentDialog: PaymentFrame;
  /** Opens the wallet above this screen. */
  readonly onTopUp: (missing: Money) => void;
  /** Shows the price in the wallet's currency. */
  readonly onOtherCurrency?: () => void;
};

/** The dialogs between the Payment button and the dashboard, one at a time. */
export function PurchaseDialogs({ purchase, order, PaymentDialog, onTopUp, onOtherCurrency }: Props) {
  const { phase, stop } = purchase;
  switch (phase.kind) {
    case "disclaimer":
    case "opening":
    case "paying":
      return order ? <DisclaimerDialog order={order} purchase={purchase} /> : null;
    case "price_changed": {
      const { session } = phase;
      const total = money(session.quote.currency, session.quote.total);
      return <PriceChangedDialog total={total} onPay={() => void purchase.pay(session)} onClose={stop} />;
    }
    case "balance_low":
      return (
        <BalanceLowDialog
          wallet={phase.wallet}
          due={phase.due}
          suffix=", and what you typed is still here"
          onTopUp={(missing) => {
            stop();
            onTopUp(missing);
          }}
          onClose={stop}
        />
      );
    case "currency_mismatch":
      return (
        <Dialog
          open
          variant="alert"
          title={texts.errorTitle}
          onClose={stop}
          actions={
            <>
              {onOtherCurrency && (
                <Button
                  kind="primary"
                  onClick={() => {
                    onOtherCurrency();
                    stop();
                  }}
                >
                  Show the price in my wallet's currency
                </Button>
              )}
              <Button onClick={stop}>Close</Button>
            </>
          }
        >
          <DialogText>
            <p>{texts.currencyMismatch}</p>
            <p>Nothing was charged.</p>
          </DialogText>
        </Dialog>
      );
    case "no_answer":
      return (
        <PaymentUnknownDialog
          message={phase.words}
          onTryAgain={() => void purchase.pay(phase.session)}
          onOk={purchase.reload}
        />
      );
    case "framed":
      return (
        <PaymentDialog
          link={phase.link}
          txRef={phase.txRef}
          onCounted={() => void purchase.submitPurchase(phase.session.sessionCode)}
          onRefused={(message) => purchase.showPaymentFailure(providerFailureOf(message))}
          onClose={(end) =>
            end === "different_amount" ? purchase.reload() : purchase.closePaymentFrame(phase.session)
          }
        />
      );
    case "cap_reached":
      return <CapReachedDialog problem={phase.problem} onClose={stop} />;
    case "payment_refused":
      return (
        <PaymentFailedDialog failure={phase.refused} onOk={purchase.reload}>
          This check is not paid. We saved it, and you can try to pay again.
        </PaymentFailedDialog>
      );
    case "submitting":
      return (
        <Dialog
          open
          title={texts.inProgressTitle}
          onClose={purchase.reload}
          actions={purchase.progressAddress && <LinkButton href={purchase.progressAddress}>View status</LinkButton>}
        >
          <p className={styles.wait} role="status">
            <Spinner size={28} />
            <span>
              <strong>{texts.inProgress}</strong>
              <br />
              You have paid, and we are checking the source. You can close this. Your history shows the result.
            </span>
          </p>
        </Dialog>
      );
    case "ended":
      return <FailedSectionsDialog endings={phase.endings} purchase={purchase} />;
    case "outcome_unknown":
      return <OutcomeUnknownDialog problem={phase.problem} purchase={purchase} />;
    case "idle":
    case "checking_profile":
      return null;
  }
}
