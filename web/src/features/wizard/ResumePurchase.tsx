import { isFileCheck } from "@idanimo/contract/catalogue";
import { formatMoney, money, type Money } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { readSession } from "@idanimo/contract/verification";
import { useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { classes } from "../../ui/classes.ts";
import { Countdown } from "../../ui/Countdown.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PayButton, PaySummary } from "./PaySummary.tsx";
import type { PaymentFrame } from "../payment/payment-frame.ts";
import { clearChosenMethod, readChosenMethod } from "../payment/chosen-method.ts";
import { DifferentAmountNotice } from "../payment/DifferentAmountNotice.tsx";
import { lowBalanceHint, type PaymentMethod, paymentMethods, unpaidReason } from "../payment/rules.ts";
import { PurchaseDialogs } from "./PurchaseDialogs.tsx";
import { RequestedItems } from "./RequestedItems.tsx";
import styles from "./ResumePurchase.module.css";
import { paymentHints } from "./rules.ts";
import { type PurchaseOrder, type PurchaseFlow, usePurchase } from "./use-purchase.ts";

type Props = {
  readonly session: OutputOf<typeof readSession>;
  readonly wallet: Money | undefined;
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: (missing: Money) => void;
  /** The user leaves this purchase as it is and starts a new one. */
  readonly onPutAside: () => void;
  /** The purchase ended: its price expired, or it was cancelled. */
  readonly onStartAgain: () => void;
};

/** A purchase from before this page was loaded: waits for a paid one, and offers to pay an unpaid one [F-14]. */
export function ResumePurchase({ session, wallet, PaymentDialog, onTopUp, onPutAside, onStartAgain }: Props) {
  const { quote, items, mayShow, state } = session;
  const types = [...new Set(items.map((item) => item.searchType))];
  const total = money(quote.currency, quote.total);
  const needsApproval = session.needsApproval === true;
  const [chosenMethod, setMethod] = useState<PaymentMethod | undefined>(() =>
    readChosenMethod({ id: session.sessionCode, total }),
  );
  const method = needsApproval ? paymentMethods.wallet : chosenMethod;
  // a user who was about to pay this price had accepted the terms
  const [accepted, setAccepted] = useState(chosenMethod !== undefined);
  const order: PurchaseOrder | undefined = method && {
    types,
    mayShow,
    total,
    openSession: () => Promise.resolve({ ok: true, value: session }),
    discard: onStartAgain,
    method,
    needsApproval,
  };
  // a file is one of the items, with its own id
  const file = items.find((item) => isFileCheck(item.searchType));
  const paid = state === "paid" || state === "completed";
  const purchase = usePurchase({ types, order, uploadId: file?.requestId, unpaid: paid ? undefined : session });
  // a purchase paid earlier is awaited on the page itself: a dialog that was closed must not reopen
  const isWaiting = paid && purchase.phase.kind === "submitting";

  return (
    <div className={classes(styles.resume, !paid && styles.unpaid)}>
      {paid ? (
        <PaidNotice purchase={purchase} sessionCode={session.sessionCode} onPutAside={onPutAside} />
      ) : (
        <>
          <div className={styles.about}>
            <PaymentNotice session={session} onPutAside={onPutAside} />
            <Card title="Your request">
              <RequestedItems items={items} />
              <p className="quiet">
                This price is fixed for you and expires{" "}
                <Countdown at={session.quoteEndsAt} over="now" onOver={onStartAgain} after="." />
              </p>
            </Card>
          </div>
          <Card title="Payment Summary">
            <PaySummary
              price={quote}
              types={types}
              mayShow={mayShow}
              wallet={wallet}
              method={method}
              onMethod={(wanted) => {
                clearChosenMethod();
                setMethod(wanted);
              }}
              accepted={accepted}
              onAccept={(isAccepted) => {
                clearChosenMethod();
                setAccepted(isAccepted);
              }}
              onTopUp={onTopUp}
              limits={{ caps: [], needsApproval, missingFacts: [] }}
              payButton={
                <PayButton
                  due={total}
                  missingSteps={paymentHints({ types, method, accepted, down: [] })}
                  warning={needsApproval ? undefined : lowBalanceHint(method, wallet, total)}
                  needsApproval={needsApproval}
                  busy={purchase.phase.kind === "checking_profile" && "Checking your wallet"}
                  onPay={() => void purchase.start()}
                />
              }
            />
          </Card>
        </>
      )}
      {!isWaiting && (
        <PurchaseDialogs purchase={purchase} order={order} PaymentDialog={PaymentDialog} onTopUp={onTopUp} />
      )}
    </div>
  );
}

type PaymentNoticeProps = Pick<Props, "session" | "onPutAside">;

/** The payment state of an unpaid purchase: not started, unknown, failed, or paid with a different amount. */
function PaymentNotice({ session, onPutAside }: PaymentNoticeProps) {
  const { payment, quote } = session;
  const startAgain = (
    <Button size="small" onClick={onPutAside}>
      Start again
    </Button>
  );
  if (payment?.differentAmount)
    return (
      <DifferentAmountNotice
        amount={formatMoney(money(quote.currency, quote.total))}
        reference={payment.reference}
        message={texts.differentAmountPurchase}
        actions={startAgain}
      />
    );
  if (payment && payment.status !== "pending" && payment.status !== "successful")
    return (
      <Notice tone="problem" title="Your payment did not go through" actions={startAgain}>
        {unpaidReason(payment.status, payment.processor_response)} We saved your check. You can pay for it here, with
        the same method or another.
      </Notice>
    );
  return (
    <Notice tone="waiting" title="You were about to pay for this" actions={startAgain}>
      We haven't received your payment yet. If you've just paid, wait here. This page updates when the payment arrives.
    </Notice>
  );
}

type PaidNoticeProps = Pick<Props, "onPutAside"> & { readonly purchase: PurchaseFlow; readonly sessionCode: string };

function PaidNotice({ purchase, sessionCode, onPutAside }: PaidNoticeProps) {
  const submitPurchase = useRef(purchase.submitPurchase);
  const isSubmitted = useRef(false);
  useEffect(() => {
    if (isSubmitted.current) return;
    isSubmitted.current = true;
    void submitPurchase.current(sessionCode);
  }, [sessionCode]);
  return (
    <Notice
      tone="waiting"
      announce
      title={texts.inProgressTitle}
      actions={
        <>
          {purchase.progressAddress && (
            <LinkButton size="small" href={purchase.progressAddress}>
              View status
            </LinkButton>
          )}
          <Button size="small" onClick={purchase.goToDashboard}>
            View in history
          </Button>
          <Button size="small" onClick={onPutAside}>
            Check something else
          </Button>
        </>
      }
    >
      {texts.inProgress}. You have paid, and we are checking the source. You can leave this page.
    </Notice>
  );
}
