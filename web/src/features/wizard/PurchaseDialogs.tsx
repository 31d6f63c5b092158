import { formatMoney, money } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import type { ComponentType } from "react";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Disclaimer } from "./Disclaimer.tsx";
import { EndedDialog, NotToldDialog, PaymentRefusedDialog } from "./EndDialogs.tsx";
import styles from "./PurchaseDialogs.module.css";
import type { Order, Purchase } from "./use-purchase.ts";
import { missingWords } from "./words.ts";

/** The provider's page in a frame; another feature's, handed in by the application. */
export type PaymentFrame = ComponentType<{
  readonly link: string;
  readonly txRef: string;
  readonly onCounted: () => void;
  /** The provider did not take the money; its own words, where it has some. */
  readonly onRefused: (processorResponse: string | null) => void;
  readonly onClose: () => void;
}>;

type Props = {
  readonly purchase: Purchase;
  readonly order: Order | undefined;
  readonly PaymentDialog: PaymentFrame;
  /** Opens the wallet above this screen. */
  readonly onTopUp: () => void;
  /** Shows the price in the wallet's own currency. */
  readonly onOtherCurrency?: () => void;
};

/** The questions between the Payment button and the dashboard, one at a time. */
export function PurchaseDialogs({ purchase, order, PaymentDialog, onTopUp, onOtherCurrency }: Props) {
  const { phase, stop } = purchase;
  switch (phase.kind) {
    case "disclaimer":
    case "opening":
    case "paying":
      return order && <Disclaimer order={order} purchase={purchase} />;
    case "price_changed": {
      const { quote } = phase.session;
      const total = formatMoney(money(quote.currency, quote.total));
      return (
        <Dialog
          open
          variant="alert"
          title="The price has changed"
          onClose={stop}
          actions={
            <>
              <Button kind="primary" onClick={() => void purchase.pay(phase.session)}>
                Pay {total}
              </Button>
              <Button onClick={stop}>Cancel</Button>
            </>
          }
        >
          {texts.amountMismatch} The total is now <strong>{total}</strong>.
        </Dialog>
      );
    }
    case "balance_low":
      return (
        <Dialog
          open
          variant="alert"
          title={texts.balanceLowTitle}
          onClose={stop}
          actions={
            <>
              <Button
                kind="primary"
                onClick={() => {
                  stop();
                  onTopUp();
                }}
              >
                Top up the wallet
              </Button>
              <Button onClick={stop}>Cancel</Button>
            </>
          }
        >
          <div className={styles.words}>
            <p>{texts.balanceLow}</p>
            <p>
              You have {formatMoney(phase.wallet)}, and {missingWords(phase.wallet, phase.due)}. Nothing was charged,
              and what you typed stays here.
            </p>
          </div>
        </Dialog>
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
          <div className={styles.words}>
            <p>{texts.currencyMismatch}</p>
            <p>Nothing was charged.</p>
          </div>
        </Dialog>
      );
    case "no_answer":
      return (
        <Dialog
          open
          variant="alert"
          dismissable={false}
          title="There was an issue making payment"
          onClose={purchase.reload}
          actions={
            <>
              <Button kind="primary" onClick={() => void purchase.pay(phase.session)}>
                Try again
              </Button>
              <Button onClick={purchase.reload}>OK</Button>
            </>
          }
        >
          <div className={styles.words}>
            <p>{texts.noResponse}</p>
            <p>Your payment is counted once at most, however often you try. OK shows where it stands.</p>
          </div>
        </Dialog>
      );
    case "framed":
      return (
        <PaymentDialog
          link={phase.link}
          txRef={phase.txRef}
          onCounted={() => void purchase.finish(phase.session.sessionCode)}
          onRefused={(said) =>
            purchase.refusePayment(
              said
                ? { title: "Failed Payment", words: said }
                : { title: texts.errorTitle, words: texts.paymentCancelled },
            )
          }
          onClose={() => purchase.leaveFrame(phase.session)}
        />
      );
    case "payment_refused":
      return <PaymentRefusedDialog refused={phase.refused} onOk={purchase.reload} />;
    case "submitting":
      return (
        <Dialog
          open
          title={texts.inProgressTitle}
          onClose={purchase.reload}
          actions={
            purchase.progressAddress && <LinkButton href={purchase.progressAddress}>See how far it is</LinkButton>
          }
        >
          <p className={styles.wait} role="status">
            <Spinner size={28} />
            <span>
              <strong>{texts.inProgress}</strong>
              <br />
              You have paid. We are asking the source. You can close this: it goes on without you, and your history
              shows it.
            </span>
          </p>
        </Dialog>
      );
    case "ended":
      return <EndedDialog endings={phase.endings} purchase={purchase} />;
    case "not_told":
      return <NotToldDialog problem={phase.problem} purchase={purchase} />;
    case "idle":
    case "checking_profile":
      return null;
  }
}
