import { formatMoney, money } from "@idanimo/contract/money";
import { downloads } from "@idanimo/contract/downloads";
import * as texts from "@idanimo/contract/texts";
import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { brand } from "../../brand.ts";
import type { Problem } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { PaymentFrameResult } from "../payment/payment-frame.ts";
import { isFrameable, unpaidReason } from "../payment/rules.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./PaymentDialog.module.css";
import { DifferentAmountNotice } from "../payment/DifferentAmountNotice.tsx";
import { isPaymentUnknown, parseReturnMessage } from "./rules.ts";
import { type CheckedPayment, type PaymentCheckState, usePaymentCheck } from "./use-payment-check.ts";

type Props = {
  /** The address of the provider's page. */
  readonly link: string;
  readonly txRef: string;
  /** Called when the payment is credited. Without it the dialog shows this and waits for Close. */
  readonly onCounted?: () => void;
  /**
   * Called when the provider declined the payment, with its reason if it gave one. Without it the dialog shows
   * this.
   */
  readonly onRefused?: (processorResponse: string | null) => void;
  /** The user is done with this payment, whatever its state. */
  readonly onClose: (end: PaymentFrameResult) => void;
  /** Starts another payment after one that failed. */
  readonly onTryAgain?: () => void;
};

/**
 * The provider's payment page in a frame, and then the payment's state on the server. Neither closing the frame nor
 * a message from it counts as paid: both only trigger a check [WALLET-03 WALLET-11 PAY-11 to PAY-15 T-28].
 */
export function PaymentDialog({ link, txRef, onCounted, onRefused, onClose, onTryAgain }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, check } = usePaymentCheck(txRef);
  const [hasLeft, setHasLeft] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  const isFramed = state.kind === "unasked";

  useEffect(() => {
    if (!isFramed) return;
    function receive(event: MessageEvent<unknown>) {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return;
      const hint = parseReturnMessage(event.data, txRef);
      setHasLeft(hint === "cancelled");
      if (hint) void check();
    }
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, [isFramed, txRef, check]);

  const isCounted = state.kind === "known" && state.payment.status === "successful";
  const failedPayment = state.kind === "known" && hasFailed(state.payment, hasLeft) ? state.payment : undefined;
  const callbacks = useRef({ onCounted, onRefused });
  useEffect(() => {
    callbacks.current = { onCounted, onRefused };
  });
  useEffect(() => {
    if (isCounted) callbacks.current.onCounted?.();
  }, [isCounted]);
  useEffect(() => {
    if (failedPayment) callbacks.current.onRefused?.(failedPayment.processor_response);
  }, [failedPayment]);

  const close = useCallback(() => {
    if (isFramed) void check();
    else onClose(frameResultOf(state));
  }, [isFramed, check, onClose, state]);

  return (
    <Dialog
      key={isFramed ? "paying" : "paid"} // a separate dialog, so that the first does not change its size
      open
      variant={isFramed ? "large" : "normal"}
      dismissable={false}
      title={isFramed ? "Complete your payment" : "Your payment"}
      onClose={close}
      actions={
        <>
          {onTryAgain && failedPayment && (
            <Button kind="primary" onClick={onTryAgain}>
              Try again
            </Button>
          )}
          <Button kind={isFramed || (onTryAgain && failedPayment) ? "secondary" : "primary"} onClick={close}>
            Close
          </Button>
        </>
      }
    >
      {isFramed && !isFrameable(link, location.origin) ? (
        <ErrorPanel
          title={texts.paymentWithoutLink}
          money="Nothing was charged."
          next="Close this and start the payment again."
        />
      ) : isFramed ? (
        <div className={styles.place}>
          <p className={styles.coming} role="status">
            {!isLoaded && (
              <>
                <Spinner size={24} />
                Opening the provider&rsquo;s page
              </>
            )}
          </p>
          <iframe
            ref={frame}
            className={classes(styles.frame, isLoaded && styles.there)}
            title="Payment page"
            src={link}
            onLoad={() => setIsLoaded(true)}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- safe: never our own origin (isFrameable)
            sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          />
        </div>
      ) : state.kind === "failed" ? (
        <PaymentUnknownNotice problem={state.problem} onRetry={() => void check()} />
      ) : state.kind === "known" ? (
        <div className={styles.outcome}>
          <PaymentOutcome payment={state.payment} txRef={txRef} hasLeft={hasLeft} isTopUp={onCounted === undefined} />
        </div>
      ) : (
        <p className={classes(styles.outcome, styles.asking)} role="status">
          <Spinner size={24} /> Checking your payment
        </p>
      )}
    </Dialog>
  );
}

/** The payment's state is unknown. Usually the user only has to wait, so it is not shown as a failure. */
function PaymentUnknownNotice({
  problem,
  onRetry,
}: {
  readonly problem: Problem;
  readonly onRetry: () => void;
}): ReactElement {
  const title = "We couldn't check this payment";
  const safe = "If you paid, your money is safe. We add it as soon as the provider confirms it.";
  if (!isPaymentUnknown(problem.code))
    return <ErrorPanel title={title} money={safe} next={problem.message} onRetry={onRetry} />;
  return (
    <Notice
      tone="waiting"
      announce
      title={title}
      actions={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <div className={styles.text}>
        <p>{safe} Don't pay again.</p>
        <p>We keep checking, even if you close this, and notify you when the money arrives.</p>
      </div>
    </Notice>
  );
}

/** Whether the payment ended or was left without the money. With a different amount, money was taken. */
function hasFailed({ status, differentAmount }: CheckedPayment, left: boolean): boolean {
  if (status === "pending") return left;
  return status !== "successful" && !differentAmount;
}

function frameResultOf(state: PaymentCheckState): PaymentFrameResult {
  if (state.kind !== "known" || state.payment.status === "pending") return "undecided";
  return state.payment.differentAmount ? "different_amount" : "decided";
}

type PaymentOutcomeProps = {
  readonly payment: CheckedPayment;
  readonly txRef: string;
  /** Whether the payer came back and reported not having paid. */
  readonly hasLeft: boolean;
  /** Whether it is a top-up and not a payment for a request. */
  readonly isTopUp: boolean;
};

function PaymentOutcome({ payment, txRef, hasLeft: left, isTopUp }: PaymentOutcomeProps): ReactElement {
  const amount = formatMoney(money(payment.currency, payment.amount));
  switch (payment.status) {
    case "successful":
      return (
        <Notice
          tone="success"
          announce
          title={`${amount} is in your wallet`}
          actions={
            <DownloadLink href={downloads.receipt(txRef)} fileName={`${brand.name}-${txRef}.pdf`}>
              Receipt (PDF)
            </DownloadLink>
          }
        >
          The provider has confirmed your payment. You can now pay for checks with it.
        </Notice>
      );
    case "pending":
      return left ? (
        <Notice tone="info" announce title={texts.paymentCancelled}>
          You left the provider's page without paying. If you were charged, the money will be added to your wallet and
          we will notify you.
        </Notice>
      ) : (
        <Notice tone="waiting" announce title="Payment pending">
          We haven't received your payment yet. If you've paid, don't pay again. We keep checking, even if you close
          this, and {isTopUp ? "your balance updates" : "your check starts"} when the money arrives. If you did not pay,
          you haven't been charged.
        </Notice>
      );
    case "failed":
    case "cancelled":
    case "expired":
      return payment.differentAmount ? (
        <DifferentAmountNotice
          amount={amount}
          reference={txRef}
          message={isTopUp ? texts.differentAmountTopUp : texts.differentAmountPurchase}
        />
      ) : (
        <Notice tone="problem" announce title={texts.paymentCancelled}>
          <div className={styles.text}>
            <p>{unpaidReason(payment.status, payment.processor_response)}</p>
            <p>Your balance has not changed. You can try again with another card or payment method.</p>
          </div>
        </Notice>
      );
  }
}
