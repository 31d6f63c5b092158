import { type BalanceChoiceInput, bankAccount, type BankAccount } from "@idanimo/contract/account-rights";
import { formatMinor, formatMoney, money, type Money as Amount, parseMinor } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { type ReactNode, useId, useState } from "react";
import { useForm } from "../../lib/form.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { NumberGroupsInput } from "../../ui/NumberGroupsInput.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import { TextInput } from "../../ui/TextInput.tsx";

/** What every step of a closure has. */
export type StepProps = { readonly header: ReactNode; readonly onBack: () => void; readonly onClose: () => void };
/** Digits of a Nigerian bank account (NUBAN). */
const accountNumberLength = 10;

type Props = StepProps & {
  /** The title of the dialog, and of this step. */
  readonly title: string;
  readonly stepName: string;
  readonly balances: readonly Amount[];
  readonly onNext: (choice: BalanceChoiceInput) => void;
};

/** Asks what happens to the balance: sent to a bank, or given up. */
export function BalanceStep({ title, stepName, header: head, balances, onBack, onNext, onClose }: Props) {
  const id = useId();
  const [way, setWay] = useState<"bank" | "give_up">();
  const [isMissing, setIsMissing] = useState(false);
  const fields = useForm(bankAccount, (): BankAccount => ({ bankName: "", accountNumber: "", accountName: "" }));
  const amounts = balances.map(formatMoney).join(" and ");
  const shown = balances.map(({ currency, minor }) => ({ currency, amount: formatMinor(minor) }));
  const toBank = fields.formProps((bank) => onNext({ way: "bank", shown, ...bank }));
  const actions = (
    <>
      <Button kind="primary" type="submit" form={id}>
        Continue
      </Button>
      <Button onClick={onBack}>Back</Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <form
        id={id}
        className={form.form}
        aria-label={stepName}
        {...toBank}
        onSubmit={(event) => {
          if (way === "bank") return toBank.onSubmit(event);
          event.preventDefault();
          if (way === "give_up") onNext({ way, shown });
          else setIsMissing(true);
        }}
      >
        {head}
        <RadioCards
          legend={`Your balance is ${amounts}. What should we do with it?`}
          error={isMissing && "Choose one."}
          value={way}
          onChange={(next) => {
            setWay(next);
            setIsMissing(false);
          }}
          options={[
            {
              value: "bank",
              label: "Send it to my bank",
              detail: "Usually within seven days, after our team has checked it.",
            },
            { value: "give_up", label: "Give it up", detail: "You can't get this money back." },
          ]}
        />
        {way === "bank" && (
          <>
            <TextInput label="Bank name" autoComplete="off" {...fields.textProps("bankName")} />
            <NumberGroupsInput
              label="Account number"
              hint="Ten digits"
              name="accountNumber"
              length={accountNumberLength}
              groups={[accountNumberLength]}
              value={fields.values.accountNumber}
              error={fields.messages["accountNumber"]}
              onChange={(text) => fields.set("accountNumber", text)}
              onRejected={() => fields.showMessages({ ...fields.messages, accountNumber: texts.accountNumberInvalid })}
            />
            <TextInput
              label="Account name"
              hint="As it appears at your bank"
              autoComplete="off"
              {...fields.textProps("accountName")}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}

/** The choice for the balance, in a sentence before it is confirmed. */
export function describeBalanceChoice(balance: BalanceChoiceInput): string {
  if (balance.way === "none") return "Your wallets are empty.";
  const amounts = balance.shown
    .map(({ currency, amount }) => formatMoney(money(currency, parseMinor(String(amount)) ?? 0n)))
    .join(" and ");
  switch (balance.way) {
    case "give_up":
      return `You give up ${amounts}.`;
    case "bank":
      return `We send ${amounts} to ${balance.accountName}, ${balance.bankName}, account ending in ${balance.accountNumber.slice(-4)}.`;
  }
}
