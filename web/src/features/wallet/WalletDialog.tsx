import { profile } from "@idanimo/contract/accounts";
import { topUpMinimum } from "@idanimo/contract/limits";
import { type Currency, money, textFromMinor } from "@idanimo/contract/money";
import { texts } from "@idanimo/contract/texts";
import { startPayment } from "@idanimo/contract/wallet";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { MoneyInput } from "../../ui/MoneyInput.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { PaymentDialog } from "./PaymentDialog.tsx";
import { shortMoney, topUpFault, typedAmount } from "./rules.ts";
import styles from "./WalletDialog.module.css";

type Props = { readonly onClose: () => void };
type Open = { readonly link: string; readonly txRef: string };

/** What is often added at once, in major units. */
const quickAmounts = { NGN: ["5000", "10000", "20000"], USD: ["10", "20", "50"] } as const satisfies Record<
  Currency,
  readonly string[]
>;

/** The balance, and money to add to it. Source: WALLET-02 to WALLET-11. */
export function WalletDialog({ onClose }: Props) {
  const id = useId();
  const { data: user } = useQuery(queryOf(profile, {}));
  const currency = user?.currency ?? "NGN";
  const showProblem = useProblem();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<Open>();

  async function proceed(event: SyntheticEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = topUpFault(text, currency);
    const amount = typedAmount(text, currency);
    setFault(wrong);
    if (wrong !== undefined || !amount) return setRefused(true);
    setBusy(true);
    const answer = await call(startPayment, {
      amount: textFromMinor(amount.minor),
      currency,
      country: "NG",
      description: texts.walletTopUp,
      payment_method: "card,mobilemoney,ussd",
      type: "TOPUP",
    });
    setBusy(false);
    const inline = (problem: { readonly message: string }) => setFault(problem.message);
    if (!answer.ok)
      return showProblem(answer.problem, { top_up_too_small: inline, top_up_too_large: inline, bad_input: inline });
    setOpen(answer.value.data);
  }

  if (open) return <PaymentDialog {...open} onClose={onClose} />;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={texts.userWallet}
        actions={
          <Button kind="primary" type="submit" form={id} busy={busy && "Opening the payment page"}>
            {texts.proceedToPayment}
          </Button>
        }
      >
        <form id={id} className={styles.form} noValidate onSubmit={(event) => void proceed(event)}>
          <p className={styles.balance}>
            <span className="quiet">Balance</span>
            <span className={styles.amount}>
              <Money amount={user && money(user.currency, user.walletBalance)} />
            </span>
          </p>
          <MoneyInput
            label="Amount to add"
            hint={`At least ${shortMoney(topUpMinimum[currency])}`}
            error={fault}
            currency={currency}
            value={text}
            onChange={(amount) => {
              setText(amount);
              setFault(undefined);
            }}
            onBlur={() => text !== "" && setFault(topUpFault(text, currency))}
          />
          <div className={styles.quick} role="group" aria-label="Often added">
            {quickAmounts[currency].map((amount) => (
              <Button
                key={amount}
                size="small"
                onClick={() => {
                  setText(amount);
                  setFault(undefined);
                }}
              >
                {shortMoney(money(currency, BigInt(amount) * 100n))}
              </Button>
            ))}
          </div>
          <p className="quiet">You pay on the card provider's own page. We never see your card.</p>
        </form>
      </Dialog>
      <Dialog
        open={refused}
        variant="alert"
        title={texts.errorTitle}
        onClose={() => setRefused(false)}
        actions={
          <Button kind="primary" onClick={() => setRefused(false)}>
            Change the amount
          </Button>
        }
      >
        {fault}
      </Dialog>
    </>
  );
}
