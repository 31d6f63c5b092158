import { profile } from "@idanimo/contract/accounts";
import { topUpMinimum } from "@idanimo/contract/limits";
import { type Currency, type Money, money, textFromMinor } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import type { Problem } from "../../lib/call.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { MoneyInput } from "../../ui/MoneyInput.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { PaymentDialog } from "./PaymentDialog.tsx";
import { openPaymentPage, type PaymentPage } from "../payment/open-payment-page.ts";
import { amountFor, shortMoney, topUpFault, typedAmount } from "./rules.ts";
import styles from "./WalletDialog.module.css";
import { Wallets } from "./Wallets.tsx";

type Props = {
  /** How much a payment needs that the balance does not have. */
  readonly missing?: Money | undefined;
  readonly onClose: () => void;
  /** Loads the page again, or does not where that would lose what a person has typed on it. Source: WALLET-13. */
  readonly onErrorConfirmed: () => void;
};

/** What is often added at once, in major units. */
const quickAmounts = { NGN: ["5000", "10000", "20000"], USD: ["10", "20", "50"] } as const satisfies Record<
  Currency,
  readonly string[]
>;

/** The balance, and money to add to it. Source: WALLET-02 to WALLET-14. */
export function WalletDialog({ missing, onClose, onErrorConfirmed }: Props) {
  const id = useId();
  const { data: user, isError, isFetching, refetch } = useQuery(queryOf(profile, {}));
  const currency = user?.currency ?? "NGN";
  const showProblem = useProblem();
  const [text, setText] = useState(() => (missing ? textFromMinor(amountFor(missing).minor) : ""));
  const [fault, setFault] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<PaymentPage>();

  function type(amount: string) {
    setText(amount);
    setFault(undefined);
  }

  async function proceed(event: SyntheticEvent) {
    event.preventDefault();
    if (busy || !user) return;
    const wrong = topUpFault(text, currency);
    const amount = typedAmount(text, currency);
    setFault(wrong);
    if (wrong !== undefined || !amount) return setRefused(wrong);
    setBusy(true);
    const answer = await openPaymentPage({
      amount: textFromMinor(amount.minor),
      currency,
      country: "NG",
      description: texts.walletTopUp,
      payment_method: "card,mobilemoney,ussd",
      type: "TOPUP",
    });
    setBusy(false);
    if (answer.ok) return setOpen(answer.value);
    const dialog = (problem: Problem) => setRefused(wordsOf(problem));
    showProblem(answer.problem, {
      top_up_too_small: dialog,
      top_up_too_large: dialog,
      bad_input: dialog,
      payment_not_started: dialog,
      payment_without_link: dialog,
    });
  }

  function confirmError() {
    setRefused(undefined);
    onErrorConfirmed();
  }

  if (open)
    // the amount stays, so that another try begins where this one did
    return <PaymentDialog {...open} onClose={() => onClose()} onTryAgain={() => setOpen(undefined)} />;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={texts.userWallet}
        actions={
          <Button kind="primary" type="submit" form={id} busy={busy && "Opening the page"}>
            {texts.proceedToPayment}
          </Button>
        }
      >
        <form id={id} className={styles.form} noValidate onSubmit={(event) => void proceed(event)}>
          <Wallets user={user} onSwitched={() => type("")} />
          {isError && !user && (
            <ErrorPanel
              title="Your balance could not be loaded"
              busy={isFetching && "Trying again"}
              onRetry={() => void refetch()}
            />
          )}
          <MoneyInput
            label="Amount to add"
            hint={`At least ${shortMoney(topUpMinimum[currency])}`}
            error={fault}
            currency={currency}
            value={text}
            onChange={type}
            onUnread={(other) => setFault(topUpFault(other, currency))}
            onBlur={() => text !== "" && setFault(topUpFault(text, currency))}
          />
          <div className={styles.quick} role="group" aria-label="Often added">
            {quickAmounts[currency].map((amount) => (
              <Button key={amount} size="small" onClick={() => type(amount)}>
                {shortMoney(money(currency, BigInt(amount) * 100n))}
              </Button>
            ))}
          </div>
          <p className="quiet">You pay on the card provider's own page. We never see your card.</p>
        </form>
      </Dialog>
      <Dialog
        open={refused !== undefined}
        variant="alert"
        title={texts.errorTitle}
        onClose={confirmError}
        actions={
          <Button kind="primary" onClick={confirmError}>
            {refused === fault ? "Change the amount" : "Close"}
          </Button>
        }
      >
        {refused}
      </Dialog>
    </>
  );
}
