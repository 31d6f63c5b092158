import { money, type Money } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import type { readSession } from "@idanimo/contract/verification";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PayButton, PaySummary } from "./PaySummary.tsx";
import { type PaymentFrame, PurchaseDialogs } from "./PurchaseDialogs.tsx";
import styles from "./Resume.module.css";
import { payHint, type PayMethod } from "./rules.ts";
import { type Order, usePurchase } from "./use-purchase.ts";

type Props = {
  readonly session: OutputOf<typeof readSession>;
  readonly wallet: Money | undefined;
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: () => void;
  /** Leaves this purchase unpaid and begins anew. */
  readonly onStartAgain: () => void;
};

/** A purchase that was made before this page was loaded: paid ones are waited for, unpaid ones can still be paid. Source: F-14. */
export function Resume({ session, wallet, PaymentDialog, onTopUp, onStartAgain }: Props) {
  const [method, setMethod] = useState<PayMethod>();
  const [accepted, setAccepted] = useState(false);
  const { quote, items, state, sessionCode } = session;
  const types = items.map((item) => item.searchType);
  const total = money(quote.currency, quote.total);
  const order: Order | undefined = method && {
    types,
    total,
    open: () => Promise.resolve({ ok: true, value: session }),
    forget: onStartAgain,
    method,
  };
  const purchase = usePurchase(order);
  const hint = payHint({ types, method, accepted, priced: true });

  const paid = state === "paid" || state === "completed";
  const finish = useRef(purchase.finish);
  const begun = useRef(false);
  useEffect(() => {
    if (!paid || begun.current) return;
    begun.current = true;
    void finish.current(sessionCode);
  }, [paid, sessionCode]);

  return (
    <div className={styles.resume}>
      {!paid && (
        <>
          <Notice
            tone="waiting"
            title="You were about to pay for this"
            actions={
              <Button size="small" onClick={onStartAgain}>
                Start again
              </Button>
            }
          >
            Nothing has been charged. This price is kept until it ends{" "}
            <Countdown at={session.quoteEndsAt} over="now" onOver={onStartAgain} />.
          </Notice>
          <Card title="Payment Summary">
            <PaySummary
              shown={quote}
              types={types}
              wallet={wallet}
              method={method}
              onMethod={setMethod}
              accepted={accepted}
              onAccept={setAccepted}
              onTopUp={onTopUp}
              payButton={
                <PayButton
                  due={total}
                  hint={hint}
                  busy={purchase.phase.kind === "checking_profile" && "Checking your wallet"}
                  onPay={() => void purchase.start()}
                />
              }
            />
          </Card>
        </>
      )}
      <PurchaseDialogs purchase={purchase} order={order} PaymentDialog={PaymentDialog} onTopUp={onTopUp} />
    </div>
  );
}
