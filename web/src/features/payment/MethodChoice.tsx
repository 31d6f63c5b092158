import type { Money as Amount } from "@idanimo/contract/money";
import { useEffect } from "react";
import { storedPaymentType } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { Money } from "../../ui/Money.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import { balanceHint, missingIn, missingWords, type PayMethod, payMethods, walletFault } from "./rules.ts";

type Props = {
  readonly names: { readonly [Method in PayMethod]: string };
  readonly method: PayMethod | undefined;
  readonly onMethod: (method: PayMethod) => void;
  readonly wallet: Amount | undefined;
  /** Nothing is said of the wallet while there is nothing to pay. */
  readonly due: Amount | undefined;
  readonly error?: string | undefined;
  /** Adds what is missing to the wallet. */
  readonly onTopUp: (missing: Amount) => void;
};

/** Wallet or instant; what speaks against the wallet stands beside it before it is tried. Source: PAY-02, PAY-25, SESSION-15. */
export function MethodChoice({ names, method, onMethod, wallet, due, error, onTopUp }: Props) {
  const fault = wallet && due && due.minor > 0n ? walletFault(wallet, due) : undefined;
  const hint = due && due.minor > 0n ? balanceHint(method, wallet, due) : undefined;
  useEffect(() => {
    if (!storedPaymentType.get()) storedPaymentType.set("INSTANT");
  }, []);

  function choose(wanted: PayMethod) {
    storedPaymentType.set(wanted === payMethods.wallet ? "WALLET" : "INSTANT");
    onMethod(wanted);
  }
  return (
    <>
      <RadioCards<PayMethod>
        legend="Payment method"
        value={method}
        error={error}
        onChange={choose}
        options={[
          {
            value: payMethods.wallet,
            label: names[payMethods.wallet],
            aside: <Money amount={wallet} />,
            detail:
              fault === "wallet_balance_low" && wallet && due
                ? missingWords(wallet, due)
                : fault && `Your wallet is in ${wallet?.currency === "NGN" ? "naira" : "dollars"}`,
          },
          { value: payMethods.instant, label: names[payMethods.instant], detail: "Card, mobile money or USSD" },
        ]}
      />
      {wallet && due && hint !== undefined && (
        <Notice
          tone="waiting"
          announce
          actions={
            <Button size="small" onClick={() => onTopUp(missingIn(wallet, due))}>
              Top up the wallet
            </Button>
          }
        >
          {hint}
        </Notice>
      )}
    </>
  );
}
