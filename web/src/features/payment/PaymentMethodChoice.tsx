import type { Money as Amount } from "@idanimo/contract/money";
import { useEffect } from "react";
import { storedPaymentType } from "../../lib/storage.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Money } from "../../ui/Money.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import {
  lowBalanceHint,
  missingAmount,
  missingAmountText,
  type PaymentMethod,
  paymentMethods,
  walletProblemOf,
} from "./rules.ts";

type Props = {
  readonly labels: { readonly [Method in PaymentMethod]: string };
  readonly method: PaymentMethod | undefined;
  readonly onMethod: (method: PaymentMethod) => void;
  readonly wallet: Amount | undefined;
  /** Undefined while there is nothing to pay: then there is no hint about the wallet. */
  readonly due: Amount | undefined;
  readonly error?: string | undefined;
  /** Opens a top-up of the missing amount. */
  readonly onTopUp: (missing: Amount) => void;
};

/** Wallet or instant payment, with a hint if the wallet balance is too low [PAY-02 PAY-25 SESSION-15]. */
export function PaymentMethodChoice({ labels, method, onMethod, wallet, due, error, onTopUp }: Props) {
  const canTopUp = useRight("wallet:top_up");
  const walletProblem = wallet && due && due.minor > 0n ? walletProblemOf(wallet, due) : undefined;
  const hint = due && due.minor > 0n ? lowBalanceHint(method, wallet, due) : undefined;
  useEffect(() => {
    if (!storedPaymentType.get()) storedPaymentType.set("INSTANT");
  }, []);

  function choose(wanted: PaymentMethod) {
    storedPaymentType.set(wanted === paymentMethods.wallet ? "WALLET" : "INSTANT");
    onMethod(wanted);
  }
  return (
    <>
      <RadioCards<PaymentMethod>
        legend="Payment method"
        value={method}
        error={error}
        onChange={choose}
        options={[
          {
            value: paymentMethods.wallet,
            label: labels[paymentMethods.wallet],
            aside: <Money amount={wallet} />,
            detail:
              walletProblem === "wallet_balance_low" && wallet && due
                ? missingAmountText(wallet, due)
                : walletProblem && `Your wallet is in ${wallet?.currency === "NGN" ? "naira" : "dollars"}`,
          },
          {
            value: paymentMethods.instant,
            label: labels[paymentMethods.instant],
            detail: "Card, mobile money or USSD",
          },
        ]}
      />
      {wallet && due && hint !== undefined && (
        <Notice
          tone="waiting"
          announce
          actions={
            canTopUp && (
              <Button size="small" onClick={() => onTopUp(missingAmount(wallet, due))}>
                Top up the wallet
              </Button>
            )
          }
        >
          {hint}
        </Notice>
      )}
    </>
  );
}
