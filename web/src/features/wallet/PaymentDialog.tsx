import { formatMoney, money } from "@idanimo/contract/money";
import { downloads } from "@idanimo/contract/reports";
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
import type { PaymentEnd } from "../payment/frame.ts";
import { mayBeFramed, notPaidWords } from "../payment/rules.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./PaymentDialog.module.css";
import { DifferentAmountNotice } from "../payment/DifferentAmountNotice.tsx";
import { isNoWord, returnHint } from "./rules.ts";
import { type Checked, type Standing, usePaymentCheck } from "./use-payment-check.ts";

type Props = {
  /** Address of the provider's page, and our reference of the payment. */
  readonly link: string;
  readonly txRef: string;
  /** The money is counted here. Without it the dialog says so itself and waits for Close. */
  readonly onCounted?: () => void;
  /** The provider did not take the money, with its own words where it has some. Without it the dialog says so itself. */
  readonly onRefused?: (processorResponse: string | null) => void;
  /** The person is done with this payment, whatever became of it. */
  readonly onClose: (end: PaymentEnd) => void;
  /** Starts another payment after one that did not come about. */
  readonly onTryAgain?: () => void;
};

/**
 * The provider's payment page in a frame, and after it what the server knows of the payment. Neither closing the frame nor a
 * message from it counts as paid: both only ask. Source: WALLET-03, WALLET-11, PAY-11 to PAY-15, T-28.
 */
export function PaymentDialog({ link, txRef, onCounted, onRefused, onClose, onTryAgain }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { standing, ask } = usePaymentCheck(txRef);
  const [left, setLeft] = useState(false);
  const [isThere, setThere] = useState(false);
  const framed = standing.kind === "unasked";

  useEffect(() => {
    if (!framed) return;
    function heard(event: MessageEvent<unknown>) {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return;
      const hint = returnHint(event.data, txRef);
      setLeft(hint === "cancelled");
      if (hint) void ask();
    }
    addEventListener("message", heard);
    return () => removeEventListener("message", heard);
  }, [framed, txRef, ask]);

  const counted = standing.kind === "known" && standing.payment.status === "successful";
  const refused = standing.kind === "known" && isRefused(standing.payment, left) ? standing.payment : undefined;
  const tell = useRef({ onCounted, onRefused });
  useEffect(() => {
    tell.current = { onCounted, onRefused };
  });
  useEffect(() => {
    if (counted) tell.current.onCounted?.();
  }, [counted]);
  useEffect(() => {
    if (refused) tell.current.onRefused?.(refused.processor_response);
  }, [refused]);

  const close = useCallback(() => {
    if (framed) void ask();
    else onClose(endOf(standing));
  }, [framed, ask, onClose, standing]);

  return (
    <Dialog
      key={framed ? "paying" : "paid"} // another dialog, and not the same one jumping to its size
      open
      variant={framed ? "large" : "normal"}
      dismissable={false}
      title={framed ? "Pay on the provider's page" : "Your payment"}
      onClose={close}
      actions={
        <>
          {onTryAgain && refused && (
            <Button kind="primary" onClick={onTryAgain}>
              Try again
            </Button>
          )}
          <Button kind={framed || (onTryAgain && refused) ? "secondary" : "primary"} onClick={close}>
            Close
          </Button>
        </>
      }
    >
      {framed && !mayBeFramed(link, location.origin) ? (
        <ErrorPanel
          title={texts.paymentWithoutLink}
          money="Nothing was charged."
          next="Close this and start the payment again."
        />
      ) : framed ? (
        <div className={styles.place}>
          <p className={styles.coming} role="status">
            {!isThere && (
              <>
                <Spinner size={24} />
                Opening the provider&rsquo;s page
              </>
            )}
          </p>
          <iframe
            ref={frame}
            className={classes(styles.frame, isThere && styles.there)}
            title="Payment page"
            src={link}
            onLoad={() => setThere(true)}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- safe together: it is never a page of our own origin (mayBeFramed)
            sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          />
        </div>
      ) : standing.kind === "failed" ? (
        <NotKnown problem={standing.problem} onRetry={() => void ask()} />
      ) : standing.kind === "known" ? (
        <div className={styles.outcome}>
          <Outcome payment={standing.payment} txRef={txRef} left={left} tops={onCounted === undefined} />
        </div>
      ) : (
        <p className={classes(styles.outcome, styles.asking)} role="status">
          <Spinner size={24} /> Asking the provider what became of it
        </p>
      )}
    </Dialog>
  );
}

/** Nobody could say how the payment stands. Mostly there is nothing to do but to wait, so it is not told as a failure. */
function NotKnown({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }): ReactElement {
  const title = "We could not ask about this payment";
  const safe = "If you paid, your money is safe: it is counted as soon as the provider confirms it.";
  if (!isNoWord(problem.code))
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
        <p>{safe} Do not pay a second time.</p>
        <p>We keep asking, also when you close this. A notice tells you when the money is there.</p>
      </div>
    </Notice>
  );
}

/** Over without the money, or left without paying. Where another amount came, money was taken. */
function isRefused({ status, differentAmount }: Checked, left: boolean): boolean {
  if (status === "pending") return left;
  return status !== "successful" && !differentAmount;
}

function endOf(standing: Standing): PaymentEnd {
  if (standing.kind !== "known" || standing.payment.status === "pending") return "undecided";
  return standing.payment.differentAmount ? "different_amount" : "decided";
}

type OutcomeProps = {
  readonly payment: Checked;
  readonly txRef: string;
  /** The payer came back saying that they did not pay. */
  readonly left: boolean;
  /** It fills the wallet, and does not pay for a request. */
  readonly tops: boolean;
};

function Outcome({ payment, txRef, left, tops }: OutcomeProps): ReactElement {
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
          The provider has confirmed your payment. You can pay for checks with it now.
        </Notice>
      );
    case "pending":
      return left ? (
        <Notice tone="info" announce title={texts.paymentCancelled}>
          You left the provider's page without paying. Nothing was charged. Should the provider say otherwise, the money
          goes to your wallet and you get a notice.
        </Notice>
      ) : (
        <Notice tone="waiting" announce title="Not decided yet">
          No payment has reached us yet. If you paid, do not pay a second time: we keep asking, also when you close
          this, and {tops ? "your balance changes" : "your request goes on"} when the money comes. If you did not pay,
          nothing was charged.
        </Notice>
      );
    case "failed":
    case "cancelled":
    case "expired":
      return payment.differentAmount ? (
        <DifferentAmountNotice
          amount={amount}
          reference={txRef}
          words={tops ? texts.differentAmountTopUp : texts.differentAmountPurchase}
        />
      ) : (
        <Notice tone="problem" announce title={texts.paymentCancelled}>
          <div className={styles.text}>
            <p>{notPaidWords(payment.status, payment.processor_response)}</p>
            <p>Your balance has not changed. You can start again, with another card or another way to pay.</p>
          </div>
        </Notice>
      );
  }
}
