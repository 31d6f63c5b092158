import { profile } from "@idanimo/contract/accounts";
import { formatMoney, type Money, money } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { type Quote, quoteToWire } from "@idanimo/contract/pricing";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { PaymentFrame } from "../payment/payment-frame.ts";
import { clearChosenMethod, storeChosenMethod, readChosenMethod } from "../payment/chosen-method.ts";
import { PaymentMethodChoice } from "../payment/PaymentMethodChoice.tsx";
import {
  BalanceLowDialog,
  PaymentUnknownDialog,
  PaymentFailedDialog,
  PriceChangedDialog,
  DialogText,
} from "../payment/PaymentDialogs.tsx";
import { PriceLines } from "../payment/PriceLines.tsx";
import { type PaymentMethod, paymentMethods } from "../payment/rules.ts";
import { paymentMethodLabels } from "./rules.ts";
import styles from "./StakeholderLookup.module.css";
import type { LookupFlow } from "./use-stakeholder-lookup.ts";

type Props = {
  readonly flow: LookupFlow;
  /** Identifies this lookup. */
  readonly id: string;
  /** The price in the currency of the result's purchase. */
  readonly quote: Quote;
  readonly name: string;
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: (missing: Money) => void;
};

/** The dialogs between the Lookup Stakeholder button and the result, one at a time. */
export function StakeholderLookupDialogs({ flow, id, quote, name, PaymentDialog, onTopUp }: Props) {
  const { phase, stop, chooseMethod } = flow;
  const purchase = { id, total: quote.total };
  // kept across a warning and a top-up, and restored after the reload that follows an error
  const [method, setMethod] = useState(() => readChosenMethod(purchase));
  switch (phase.kind) {
    case "choosing":
    case "checking_profile":
    case "paying":
      return (
        <MethodDialog
          flow={flow}
          quote={quote}
          name={name}
          method={method}
          onMethod={(wanted) => {
            clearChosenMethod();
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
          onClose={chooseMethod}
          actions={
            <>
              <Button kind="primary" onClick={() => void flow.payInWalletCurrency()}>
                Continue
              </Button>
              <Button onClick={chooseMethod}>Cancel</Button>
            </>
          }
        >
          <DialogText>
            <p>Wallet currency doesn't match purchase currency. Do you want to pay with your wallet currency?</p>
            <p>
              The price is {formatMoney(quote.total)}. With Continue,{" "}
              <strong className="figures">{formatMoney(phase.due)}</strong> is taken from your wallet. Your balance is{" "}
              {formatMoney(phase.wallet)}. Nothing has been charged yet.
            </p>
          </DialogText>
        </Dialog>
      );
    case "balance_low":
      return (
        <BalanceLowDialog
          wallet={phase.wallet}
          due={phase.due}
          onTopUp={(missing) => {
            // the wallet opens above the choice, which is shown again when it closes
            chooseMethod();
            onTopUp(missing);
          }}
          onClose={chooseMethod}
        />
      );
    case "price_changed":
      return (
        <PriceChangedDialog
          total={phase.payment.due}
          onPay={() => void flow.pay(phase.payment)}
          onClose={chooseMethod}
        />
      );
    case "no_answer":
      return (
        <PaymentUnknownDialog
          message={phase.words}
          onTryAgain={() => void flow.pay(phase.payment)}
          onOk={flow.reload}
        />
      );
    case "framed":
      return (
        <PaymentDialog
          link={phase.link}
          txRef={phase.txRef}
          onCounted={() => void flow.completeLookup()}
          onRefused={flow.showProviderFailure}
          onClose={flow.closePaymentFrame}
        />
      );
    case "payment_refused":
      return (
        <PaymentFailedDialog
          failure={phase.refused}
          onOk={() => {
            if (method) storeChosenMethod(purchase, method);
            flow.reload();
          }}
        >
          This check is not paid. You can try to pay again.
        </PaymentFailedDialog>
      );
    case "failed": {
      const { title, words, more, isInWallet } = phase.failure;
      const payFromWallet = () => {
        setMethod(paymentMethods.wallet);
        chooseMethod();
      };
      const actions = isInWallet ? (
        <>
          <Button kind="primary" onClick={payFromWallet}>
            Pay from the wallet
          </Button>
          <Button onClick={stop}>Cancel</Button>
        </>
      ) : (
        <OkButton onPress={stop} />
      );
      return (
        <Dialog open variant="alert" dismissable={false} title={title} onClose={stop} actions={actions}>
          <DialogText>
            <p>{words}</p>
            {more && <p>{more}</p>}
          </DialogText>
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
          onClose={flow.reload}
          actions={<OkButton onPress={flow.reload} />}
        >
          <DialogText>
            <p>{phase.problem.message}</p>
            <p>We received your payment and the check continues. If it fails on our side, we refund your wallet.</p>
          </DialogText>
        </Dialog>
      );
    case "idle":
    case "completing":
      return null;
  }
}

type MethodDialogProps = Pick<Props, "flow" | "quote" | "name" | "onTopUp"> & {
  readonly method: PaymentMethod | undefined;
  readonly onMethod: (method: PaymentMethod) => void;
};

/** The price, the payment method and the refund terms [RESULT-BUSINESS-11 ERR-46]. */
function MethodDialog({ flow: buying, quote, name, method, onMethod, onTopUp }: MethodDialogProps) {
  const { data: user } = useQuery(operationQuery(profile, {}));
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
        <PriceLines price={quoteToWire(quote)} />
        <PaymentMethodChoice
          labels={paymentMethodLabels}
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
            <strong>Refunded to your wallet</strong> if the register fails or doesn't respond.
          </p>
          <p>
            <strong>Not refunded</strong> if the register lists no people for this company.
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function OkButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button kind="primary" onClick={onPress}>
      OK
    </Button>
  );
}
