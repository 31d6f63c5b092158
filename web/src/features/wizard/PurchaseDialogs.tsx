import { formatMoney, money } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import type { ComponentType } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { asksSomebody, missingWords } from "./rules.ts";
import styles from "./PurchaseDialogs.module.css";
import type { Order, usePurchase } from "./use-purchase.ts";

/** The provider's page in a frame; another feature's, handed in by the application. */
export type PaymentFrame = ComponentType<{
  readonly link: string;
  readonly txRef: string;
  readonly onCounted: () => void;
  readonly onClose: () => void;
}>;

type Props = {
  readonly purchase: ReturnType<typeof usePurchase>;
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
          title="We did not hear back"
          onClose={stop}
          actions={
            <Button kind="primary" onClick={() => void purchase.pay(phase.session)}>
              Try again
            </Button>
          }
        >
          {texts.noResponse}. Your payment is counted once at most, however often you try.
        </Dialog>
      );
    case "framed":
      return (
        <PaymentDialog
          link={phase.link}
          txRef={phase.txRef}
          onCounted={() => void purchase.finish(phase.session.sessionCode)}
          onClose={stop}
        />
      );
    case "submitting":
      return (
        <Dialog open title={texts.inProgressTitle} onClose={purchase.toDashboard}>
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
    case "not_told":
      return (
        <Dialog
          open
          variant="alert"
          title={texts.errorTitle}
          onClose={purchase.toDashboard}
          actions={
            <Button kind="primary" onClick={purchase.toDashboard}>
              See it in the history
            </Button>
          }
        >
          <ErrorPanel
            title={phase.problem.code === "unexpected" ? texts.unexpectedServerError : phase.problem.message}
            money="Your payment is counted, and the look-up goes on. If it fails on our side, the money returns to your wallet."
            next={
              phase.problem.code === "unexpected"
                ? `${phase.problem.message} Your history shows how it ends.`
                : "Your history shows how it ends."
            }
          />
        </Dialog>
      );
    case "idle":
    case "checking_profile":
      return null;
  }
}

function Disclaimer({ order, purchase }: { readonly order: Order; readonly purchase: ReturnType<typeof usePurchase> }) {
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
      <div className={styles.words}>
        <p>
          You pay <strong className="figures">{formatMoney(order.total)}</strong> for this request.
        </p>
        {asksSomebody(order.types) && (
          <p>
            We ask the person first, by SMS and mail, with your name and your reason. Nothing opens unless they say yes,
            and they may take it back.
          </p>
        )}
        <p>
          Use what you see only for the reason you gave. Asking about somebody without a lawful reason is an offence.
        </p>
        <RefundWords types={order.types} />
      </div>
    </Dialog>
  );
}

/** When the money returns and when not, said before paying. Source: design 2, LAND-12. */
export function RefundWords({ types }: Pick<Order, "types">) {
  const asked = asksSomebody(types);
  return (
    <>
      <p>
        <strong>Money back to your wallet:</strong> the source fails
        {asked && ", the person cannot be reached, is under 18, or has blocked requests"}.
      </p>
      <p>
        <strong>No money back:</strong> there is no such record
        {asked && ", or the person says no or does not answer in time"}.
      </p>
    </>
  );
}
