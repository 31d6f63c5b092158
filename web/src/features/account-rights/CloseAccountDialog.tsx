import { type BalanceChoiceInput, closeAccount, closeConfirmationWord } from "@idanimo/contract/account-rights";
import type { Money as Amount } from "@idanimo/contract/money";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { endSession, setSignOutTarget } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Steps } from "../../ui/Steps.tsx";
import styles from "./AccountRights.module.css";
import { BalanceStep, type StepProps } from "./BalanceStep.tsx";
import { ConfirmClosingDialog } from "./ConfirmClosingDialog.tsx";
import { type RequiredCredentials, useOwnerReauthentication } from "./use-owner-reauthentication.ts";

type Props = {
  readonly required: RequiredCredentials;
  /** Wallet balances, without empty wallets. */
  readonly balances: readonly Amount[];
  /** Called when the balances have changed since they were fetched; the parent fetches them again. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
};
type Step = "lost" | "balance" | "confirm";
const stepNames = { lost: "What is deleted", balance: "Your balance", confirm: "Confirm" } as const satisfies Record<
  Step,
  string
>;

/** Closes the account permanently, in steps: what is deleted, what happens to the balance, and a confirmation. */
export function CloseAccountDialog({ required, balances, onChanged, onClose }: Props) {
  const [reached, setAt] = useState(0);
  const [balance, setBalance] = useState<BalanceChoiceInput>({ way: "none" });
  const steps: readonly Step[] = balances.length > 0 ? ["lost", "balance", "confirm"] : ["lost", "confirm"];
  const at = Math.min(reached, steps.length - 1); // a balance may change while the dialog is open, and with it the number of steps
  const step = steps[at] ?? "lost";
  const navigation = { onBack: () => setAt(at - 1), onNext: () => setAt(at + 1), onClose };
  const header = <Steps label="Steps" steps={steps.map((one) => stepNames[one])} current={at} />;
  switch (step) {
    case "lost":
      return <ConsequencesStep header={header} {...navigation} />;
    case "balance":
      return (
        <BalanceStep
          title={title}
          stepName={stepNames.balance}
          header={header}
          balances={balances}
          {...navigation}
          onNext={(choice) => {
            setBalance(choice);
            navigation.onNext();
          }}
        />
      );
    case "confirm":
      return (
        <ConfirmStep
          header={header}
          required={required}
          balance={balances.length > 0 ? balance : { way: "none" }}
          onChanged={onChanged}
          {...navigation}
        />
      );
  }
}

const title = "Close my account";

function ConsequencesStep({ header: head, onNext, onClose }: StepProps & { readonly onNext: () => void }) {
  const actions = (
    <>
      <Button kind="primary" onClick={onNext}>
        Continue
      </Button>
      <Button onClick={onClose}>Keep my account</Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable from the keyboard */}
      <div className={styles.stack} role="group" aria-label="What is deleted and what stays" tabIndex={0}>
        {head}
        <p>
          <strong>Deleted permanently:</strong>
        </p>
        <ul className={styles.list}>
          <li>your name, email, phone, address, picture and NIN</li>
          <li>your sign-in methods and notices</li>
          <li>your results, reports and files; save what you need first</li>
          <li>requests that are waiting for a reply; they end without a refund</li>
        </ul>
        <p>
          <strong>Kept without your name, because the law requires it:</strong>
        </p>
        <ul className={styles.list}>
          <li>payments and wallet transactions</li>
          <li>proof of what people agreed to or refused, and the audit log</li>
        </ul>
        <p>
          <strong>Kept for twelve months, if you checked people:</strong>
        </p>
        <ul className={styles.list}>
          <li>your name, encrypted, so that those people can see who asked about them</li>
          <li>a code made from your email that no one can read, kept longer if one of them blocks you</li>
        </ul>
        <p className="quiet">You can sign up again with the same email. It will be a new, empty account.</p>
      </div>
    </Dialog>
  );
}

type ConfirmProps = StepProps & {
  readonly required: RequiredCredentials;
  readonly balance: BalanceChoiceInput;
  readonly onChanged: () => void;
};

function ConfirmStep({ header: head, required: asked, balance, onChanged, onBack, onClose }: ConfirmProps) {
  const proof = useOwnerReauthentication(asked, true);
  async function send() {
    setSignOutTarget("/"); // the event stream may report the end of the session before the response arrives
    const closed = await proof.ask(async () => {
      const result = await call(closeAccount, { ...proof.credentials, confirm: closeConfirmationWord, balance });
      if (!result.ok && (result.problem.code === "balance_changed" || result.problem.code === "balance_left"))
        onChanged();
      return result;
    });
    if (closed) endSession("/");
    else setSignOutTarget("/login");
  }
  return (
    <ConfirmClosingDialog
      title={title}
      stepName={stepNames.confirm}
      header={head}
      balance={balance}
      consequence="We delete your data immediately and sign you out on all devices."
      action="Close my account"
      busyLabel="Closing"
      proof={proof}
      required={asked}
      onSend={send}
      onBack={onBack}
      onClose={onClose}
    />
  );
}
