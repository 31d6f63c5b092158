import { money, type Money } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { readSession } from "@idanimo/contract/verification";
import { useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PayButton, PaySummary } from "./PaySummary.tsx";
import type { PaymentFrame } from "../payment/frame.ts";
import { forgetMethod, keptMethod } from "../payment/kept-method.ts";
import type { PayMethod } from "../payment/rules.ts";
import { PurchaseDialogs } from "./PurchaseDialogs.tsx";
import styles from "./Resume.module.css";
import { payHints } from "./rules.ts";
import { type Order, type Purchase, usePurchase } from "./use-purchase.ts";

type Props = {
  readonly session: OutputOf<typeof readSession>;
  readonly wallet: Money | undefined;
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: () => void;
  /** A person leaves this purchase as it is and begins anew. */
  readonly onPutAside: () => void;
  /** It is over: its price has ended, or it was given up. */
  readonly onStartAgain: () => void;
};

/** A purchase that was made before this page was loaded: paid ones are waited for, unpaid ones can still be paid. Source: F-14. */
export function Resume({ session, wallet, PaymentDialog, onTopUp, onPutAside, onStartAgain }: Props) {
  const { quote, items, state } = session;
  const types = [...new Set(items.map((item) => item.searchType))];
  const total = money(quote.currency, quote.total);
  const [method, setMethod] = useState<PayMethod | undefined>(() => keptMethod({ id: session.sessionCode, total }));
  // who was about to pay this price had accepted
  const [accepted, setAccepted] = useState(method !== undefined);
  const order: Order | undefined = method && {
    types,
    total,
    open: () => Promise.resolve({ ok: true, value: session }),
    forget: onStartAgain,
    method,
  };
  // a file stands among the items under its own id
  const file = items.find((item) => item.searchType === "bulk_nin");
  const paid = state === "paid" || state === "completed";
  const purchase = usePurchase({ order, uploadId: file?.requestId, unpaid: paid ? undefined : session });
  // what was paid before this page is waited for on the page itself: a dialog that was closed must not come back
  const isWaiting = paid && purchase.phase.kind === "submitting";

  return (
    <div className={styles.resume}>
      {paid ? (
        <Waiting purchase={purchase} sessionCode={session.sessionCode} onPutAside={onPutAside} />
      ) : (
        <>
          <Notice
            tone="waiting"
            title="You were about to pay for this"
            actions={
              <Button size="small" onClick={onPutAside}>
                Start again
              </Button>
            }
          >
            No payment for it has reached us. If you have just paid at the provider, wait here: it goes on by itself.
            This price is kept until it ends{" "}
            <Countdown at={session.quoteEndsAt} over="now" onOver={onStartAgain} after="." />
          </Notice>
          <Card title="Payment Summary">
            <PaySummary
              shown={quote}
              types={types}
              wallet={wallet}
              method={method}
              onMethod={(wanted) => {
                forgetMethod();
                setMethod(wanted);
              }}
              accepted={accepted}
              onAccept={(isAccepted) => {
                forgetMethod();
                setAccepted(isAccepted);
              }}
              onTopUp={onTopUp}
              payButton={
                <PayButton
                  due={total}
                  hints={payHints({ types, method, accepted, down: [] })}
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

type WaitingProps = Pick<Props, "onPutAside"> & { readonly purchase: Purchase; readonly sessionCode: string };

function Waiting({ purchase, sessionCode, onPutAside }: WaitingProps) {
  const finish = useRef(purchase.finish);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void finish.current(sessionCode);
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
              See how far it is
            </LinkButton>
          )}
          <Button size="small" onClick={purchase.toDashboard}>
            See it in the history
          </Button>
          <Button size="small" onClick={onPutAside}>
            Check something else
          </Button>
        </>
      }
    >
      {texts.inProgress}. You have paid, and we are asking the source. It goes on without you; you need not stay here.
    </Notice>
  );
}
