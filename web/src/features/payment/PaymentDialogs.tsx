import { formatMoney, type Money } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./PaymentDialogs.module.css";
import { missingAmount, missingAmountText, type PaymentFailure } from "./rules.ts";

/** The dialogs between pressing Pay and the payment, one at a time. */

type PriceChangedProps = {
  /** The current price. */
  readonly total: Money;
  readonly onPay: () => void;
  readonly onClose: () => void;
};

/** The server's price differs from the one shown. Nothing was charged. */
export function PriceChangedDialog({ total, onPay, onClose }: PriceChangedProps) {
  const shown = formatMoney(total);
  return (
    <Dialog
      open
      variant="alert"
      title="The price has changed"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" onClick={onPay}>
            Pay {shown}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {texts.amountMismatch} The total is now <strong>{shown}</strong>.
    </Dialog>
  );
}

type BalanceLowProps = {
  readonly wallet: Money;
  readonly due: Money;
  /** Follows "Nothing was charged". */
  readonly suffix?: string;
  /** Opens a top-up of the missing amount. */
  readonly onTopUp: (missing: Money) => void;
  readonly onClose: () => void;
};

/** The wallet balance is too low [ERR-43]. */
export function BalanceLowDialog({ wallet, due, suffix = "", onTopUp, onClose }: BalanceLowProps) {
  const canTopUp = useRight("wallet:top_up");
  return (
    <Dialog
      open
      variant="alert"
      title={texts.balanceLowTitle}
      onClose={onClose}
      actions={
        <>
          {canTopUp && (
            <Button kind="primary" onClick={() => onTopUp(missingAmount(wallet, due))}>
              Top up the wallet
            </Button>
          )}
          <Button onClick={onClose}>{canTopUp ? "Cancel" : "Close"}</Button>
        </>
      }
    >
      <DialogText>
        <p>{texts.balanceLow}</p>
        <p>
          You have {formatMoney(wallet)}. {missingAmountText(wallet, due)}. Nothing was charged{suffix}.
        </p>
      </DialogText>
    </Dialog>
  );
}

type PaymentUnknownProps = {
  /** The message of the problem. */
  readonly message: string;
  readonly onTryAgain: () => void;
  readonly onOk: () => void;
};

/** It is unknown whether the wallet was charged: a retry with the same idempotency key finds out [ERR-42]. */
export function PaymentUnknownDialog({ message, onTryAgain, onOk }: PaymentUnknownProps) {
  return (
    <Dialog
      open
      variant="alert"
      dismissable={false}
      title="There was an issue making payment"
      onClose={onOk}
      actions={
        <>
          <Button kind="primary" onClick={onTryAgain}>
            Try again
          </Button>
          <Button onClick={onOk}>OK</Button>
        </>
      }
    >
      <DialogText>
        <p>{message}</p>
        <p>You are charged only once, even if you try again. OK shows the status.</p>
      </DialogText>
    </Dialog>
  );
}

type PaymentFailedProps = {
  readonly failure: PaymentFailure;
  /** What happened to the purchase. */
  readonly children: ReactNode;
  readonly onOk: () => void;
};

/** A payment that failed [PAY-15 ERR-39 ERR-40 ERR-41 ERR-52]. */
export function PaymentFailedDialog({ failure, children, onOk }: PaymentFailedProps) {
  return (
    <Dialog
      open
      variant="alert"
      dismissable={false}
      title={failure.title}
      onClose={onOk}
      actions={
        <Button kind="primary" onClick={onOk}>
          OK
        </Button>
      }
    >
      <DialogText>
        <p>{failure.words}</p>
        <p>{children}</p>
      </DialogText>
    </Dialog>
  );
}

export function DialogText({ children }: { readonly children: ReactNode }) {
  return <div className={styles.words}>{children}</div>;
}
