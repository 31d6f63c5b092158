import { profile } from "@idanimo/contract/accounts";
import { topUpMinimum } from "@idanimo/contract/limits";
import { type Currency, type Money, money, formatMinor } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import type { Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { hasRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { MoneyInput } from "../../ui/MoneyInput.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { PaymentDialog } from "./PaymentDialog.tsx";
import { openPaymentPage, type PaymentPage } from "../payment/open-payment-page.ts";
import { topUpAmountFor, formatMoneyShort, validateTopUp, parseTypedAmount } from "./rules.ts";
import styles from "./WalletDialog.module.css";
import { WalletSwitcher } from "./WalletSwitcher.tsx";

type Props = {
  /** The amount that a payment needs beyond the balance. */
  readonly missing?: Money | undefined;
  readonly onClose: () => void;
  /** Reloads the page, unless that would lose the user's input on it [WALLET-13]. */
  readonly onErrorConfirmed: () => void;
};

/** Common top-up amounts in major units. */
const quickAmounts = { NGN: ["5000", "10000", "20000"], USD: ["10", "20", "50"] } as const satisfies Record<
  Currency,
  readonly string[]
>;

/** The balance and the top-up [WALLET-02 to WALLET-14]. */
export function WalletDialog({ missing, onClose, onErrorConfirmed }: Props) {
  const id = useId();
  const { data: user, isError, isFetching, refetch } = useQuery(operationQuery(profile, {}));
  const currency = user?.currency ?? "NGN";
  const showProblem = useProblem();
  const [text, setText] = useState(() => (missing ? formatMinor(topUpAmountFor(missing).minor) : ""));
  const [amountError, setAmountError] = useState<string>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [paymentPage, setPaymentPage] = useState<PaymentPage>();

  function changeAmount(amount: string) {
    setText(amount);
    setAmountError(undefined);
  }

  async function proceed(event: SyntheticEvent) {
    event.preventDefault();
    if (busy || !user) return;
    const invalid = validateTopUp(text, currency);
    const amount = parseTypedAmount(text, currency);
    setAmountError(invalid);
    if (invalid !== undefined || !amount) return setErrorMessage(invalid);
    setBusy(true);
    const result = await openPaymentPage({
      amount: formatMinor(amount.minor),
      currency,
      country: "NG",
      description: texts.walletTopUp,
      payment_method: "card,mobilemoney,ussd",
      type: "TOPUP",
    });
    setBusy(false);
    if (result.ok) return setPaymentPage(result.value);
    const dialog = (problem: Problem) => setErrorMessage(problemMessage(problem));
    showProblem(result.problem, {
      top_up_too_small: dialog,
      top_up_too_large: dialog,
      bad_input: dialog,
      payment_not_started: dialog,
      payment_without_link: dialog,
    });
  }

  function confirmError() {
    setErrorMessage(undefined);
    onErrorConfirmed();
  }

  if (paymentPage)
    // keeps the amount, so that another attempt starts with it
    return <PaymentDialog {...paymentPage} onClose={() => onClose()} onTryAgain={() => setPaymentPage(undefined)} />;
  if (user && !hasRight(user.organisation, "wallet:top_up"))
    return (
      <Dialog open onClose={onClose} title={texts.userWallet} actions={<Button onClick={onClose}>Close</Button>}>
        <div className={styles.form}>
          <WalletSwitcher user={user} onSwitched={() => undefined} />
          <p className="quiet">
            Your role does not include top-ups. Ask a colleague with the role Finance, or an owner.
          </p>
        </div>
      </Dialog>
    );
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
          <WalletSwitcher user={user} onSwitched={() => changeAmount("")} />
          {isError && !user && (
            <ErrorPanel
              title="Your balance could not be loaded"
              busy={isFetching && "Trying again"}
              onRetry={() => void refetch()}
            />
          )}
          <MoneyInput
            label="Amount to add"
            hint={`At least ${formatMoneyShort(topUpMinimum[currency])}`}
            error={amountError}
            currency={currency}
            value={text}
            onChange={changeAmount}
            onRejected={(other) => setAmountError(validateTopUp(other, currency))}
            onBlur={() => text !== "" && setAmountError(validateTopUp(text, currency))}
          />
          <div className={styles.quick} role="group" aria-label="Common amounts">
            {quickAmounts[currency].map((amount) => (
              <Button key={amount} size="small" onClick={() => changeAmount(amount)}>
                {formatMoneyShort(money(currency, BigInt(amount) * 100n))}
              </Button>
            ))}
          </div>
          <p className="quiet">You pay on the card provider's page. We never see your card.</p>
        </form>
      </Dialog>
      <Dialog
        open={errorMessage !== undefined}
        variant="alert"
        title={texts.errorTitle}
        onClose={confirmError}
        actions={
          <Button kind="primary" onClick={confirmError}>
            {errorMessage === amountError ? "Change the amount" : "Close"}
          </Button>
        }
      >
        {errorMessage}
      </Dialog>
    </>
  );
}
