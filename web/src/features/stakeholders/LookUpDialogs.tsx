import { profile } from "@idanimo/contract/accounts";
import { formatMoney, type Money, money } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { type Quote, quoteToWire } from "@idanimo/contract/pricing";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { PaymentFrame } from "../payment/frame.ts";
import { forgetMethod, keepMethod, keptMethod } from "../payment/kept-method.ts";
import { MethodChoice } from "../payment/MethodChoice.tsx";
import {
  BalanceLowDialog,
  NoAnswerDialog,
  PaymentRefusedDialog,
  PriceChangedDialog,
  Words,
} from "../payment/PaymentDialogs.tsx";
import { PriceLines } from "../payment/PriceLines.tsx";
import { type PayMethod, payMethods } from "../payment/rules.ts";
import { methodNames } from "./rules.ts";
import styles from "./Stakeholders.module.css";
import type { Buying } from "./use-look-up.ts";

type Props = {
  readonly buying: Buying;
  /** Names this look-up among all others. */
  readonly id: string;
  /** What it costs in the currency that the result was bought in. */
  readonly quote: Quote;
  readonly name: string;
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: (missing: Money) => void;
};

/** The questions between the Lookup Stakeholder button and what was found, one at a time. */
export function LookUpDialogs({ buying, id, quote, name, PaymentDialog, onTopUp }: Props) {
  const { phase, stop, choose } = buying;
  const bought = { id, total: quote.total };
  // kept over a warning and a top-up, from which the choice comes back, and over the reload after a refusal
  const [method, setMethod] = useState(() => keptMethod(bought));
  switch (phase.kind) {
    case "choosing":
    case "checking_profile":
    case "paying":
      return (
        <Choice
          buying={buying}
          quote={quote}
          name={name}
          method={method}
          onMethod={(wanted) => {
            forgetMethod();
            setMethod(wanted);
          }}
          onTopUp={onTopUp}
        />
      );
    case "ask_currency":
      return (
        <Dialog
          open
          variant="alert"
          title="Another currency"
          onClose={choose}
          actions={
            <>
              <Button kind="primary" onClick={() => void buying.takeWalletCurrency()}>
                Continue
              </Button>
              <Button onClick={choose}>Cancel</Button>
            </>
          }
        >
          <Words>
            <p>Wallet currency doesn't match purchase currency. Do you want to pay with your wallet currency?</p>
            <p>
              The price is {formatMoney(quote.total)}. With Continue,{" "}
              <strong className="figures">{formatMoney(phase.due)}</strong> is taken from your wallet, which holds{" "}
              {formatMoney(phase.wallet)}. Nothing has been charged yet.
            </p>
          </Words>
        </Dialog>
      );
    case "balance_low":
      return (
        <BalanceLowDialog
          wallet={phase.wallet}
          due={phase.due}
          onTopUp={(missing) => {
            // the wallet opens above the choice, which is there again when it closes
            choose();
            onTopUp(missing);
          }}
          onClose={choose}
        />
      );
    case "price_changed":
      return (
        <PriceChangedDialog total={phase.payment.due} onPay={() => void buying.pay(phase.payment)} onClose={choose} />
      );
    case "no_answer":
      return (
        <NoAnswerDialog words={phase.words} onTryAgain={() => void buying.pay(phase.payment)} onOk={buying.reload} />
      );
    case "framed":
      return (
        <PaymentDialog
          link={phase.link}
          txRef={phase.txRef}
          onCounted={() => void buying.finish()}
          onRefused={buying.refuseAtProvider}
          onClose={buying.leaveFrame}
        />
      );
    case "payment_refused":
      return (
        <PaymentRefusedDialog
          refused={phase.refused}
          onOk={() => {
            if (method) keepMethod(bought, method);
            buying.reload();
          }}
        >
          This look-up is not paid. You can pay it again.
        </PaymentRefusedDialog>
      );
    case "failed": {
      const { title, words, more, isInWallet } = phase.failure;
      const payFromWallet = () => {
        setMethod(payMethods.wallet);
        choose();
      };
      const actions = isInWallet ? (
        <>
          <Button kind="primary" onClick={payFromWallet}>
            Pay from the wallet
          </Button>
          <Button onClick={stop}>Not now</Button>
        </>
      ) : (
        <Ok onPress={stop} />
      );
      return (
        <Dialog open variant="alert" dismissable={false} title={title} onClose={stop} actions={actions}>
          <Words>
            <p>{words}</p>
            {more && <p>{more}</p>}
          </Words>
        </Dialog>
      );
    }
    case "not_fetched":
      return (
        <Dialog
          open
          variant="alert"
          dismissable={false}
          title="Error fetching Stake Holders"
          onClose={buying.reload}
          actions={<Ok onPress={buying.reload} />}
        >
          <Words>
            <p>{phase.problem.message}</p>
            <p>
              Your payment is counted, and the look-up goes on. If it fails on our side, the money returns to your
              wallet.
            </p>
          </Words>
        </Dialog>
      );
    case "idle":
    case "completing":
      return null;
  }
}

type ChoiceProps = Pick<Props, "buying" | "quote" | "name" | "onTopUp"> & {
  readonly method: PayMethod | undefined;
  readonly onMethod: (method: PayMethod) => void;
};

/** What it costs, how it is paid, and when the money comes back. Source: RESULT-BUSINESS-11, ERR-46. */
function Choice({ buying, quote, name, method, onMethod, onTopUp }: ChoiceProps) {
  const { data: user } = useQuery(queryOf(profile, {}));
  const [fault, setFault] = useState<string>();
  const kind = buying.phase.kind;
  const busy = kind === "checking_profile" ? "Checking your wallet" : kind === "paying" && "Paying";

  function proceed() {
    if (method) void buying.start(method);
    else setFault("You must select a payment method");
  }
  return (
    <Dialog
      open
      title="Lookup Stakeholder"
      dismissable={!busy}
      onClose={buying.stop}
      actions={
        <>
          <Button kind="primary" busy={busy} onClick={proceed}>
            <span className="figures">
              {texts.payment} {formatMoney(quote.total)}
            </span>
          </Button>
          <Button disabled={busy !== false} onClick={buying.stop}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        <p className={styles.name}>{name}</p>
        <PriceLines shown={quoteToWire(quote)} />
        <MethodChoice
          names={methodNames}
          method={method}
          onMethod={(wanted) => {
            onMethod(wanted);
            setFault(undefined);
          }}
          wallet={user && money(user.currency, user.walletBalance)}
          due={quote.total}
          error={fault}
          onTopUp={onTopUp}
        />
        <div className={styles.refunds}>
          <p>
            <strong>Money back to your wallet:</strong> the register fails or does not answer.
          </p>
          <p>
            <strong>No money back:</strong> the register names nobody for this company.
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function Ok({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button kind="primary" onClick={onPress}>
      OK
    </Button>
  );
}
