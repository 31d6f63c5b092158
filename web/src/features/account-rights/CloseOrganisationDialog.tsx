import { type BalanceChoiceInput, closeConfirmationWord } from "@idanimo/contract/account-rights";
import type { Money as Amount } from "@idanimo/contract/money";
import { closeOrganisation, closingDays } from "@idanimo/contract/organisations/closing";
import { type ReactNode, useState } from "react";
import { call } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Steps } from "../../ui/Steps.tsx";
import styles from "./AccountRights.module.css";
import { BalanceStep, type StepProps } from "./BalanceStep.tsx";
import { ConfirmClosingDialog } from "./ConfirmClosingDialog.tsx";
import { type RequiredCredentials, useOwnerReauthentication } from "./use-owner-reauthentication.ts";

/** What the owner's last step does: close at once, ask another owner, or confirm what one asked. */
export type ClosingRole = "alone" | "asks" | "confirms";

type Props = {
  readonly name: string;
  readonly role: ClosingRole;
  readonly required: RequiredCredentials;
  /** The organisation's wallet balances, without empty wallets. */
  readonly balances: readonly Amount[];
  /** Called when the balances have changed since they were fetched; the parent fetches them again. */
  readonly onChanged: () => void;
  readonly onDone: (state: "closed" | "awaiting_owner") => void;
  readonly onClose: () => void;
};
type Step = "lost" | "balance" | "confirm";
const stepNames = { lost: "What ends", balance: "The balance", confirm: "Confirm" } as const satisfies Record<
  Step,
  string
>;

/** Closes an organisation permanently: what ends, what happens to the balance, and a confirmation [TM-16]. */
export function CloseOrganisationDialog({ balances, onDone, ...props }: Props) {
  const [reached, setAt] = useState(0);
  const [balance, setBalance] = useState<BalanceChoiceInput>({ way: "none" });
  const steps: readonly Step[] = balances.length > 0 ? ["lost", "balance", "confirm"] : ["lost", "confirm"];
  const at = Math.min(reached, steps.length - 1); // a balance may change while the dialog is open
  const navigation = { onBack: () => setAt(at - 1), onClose: props.onClose };
  const header = <Steps label="Steps" steps={steps.map((one) => stepNames[one])} current={at} />;
  const title = `Close ${props.name}`;
  switch (steps[at] ?? "lost") {
    case "lost":
      return <EndsStep title={title} header={header} {...navigation} onNext={() => setAt(at + 1)} />;
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
            setAt(at + 1);
          }}
        />
      );
    case "confirm":
      return (
        <ConfirmStep
          {...props}
          title={title}
          header={header}
          balance={balances.length > 0 ? balance : { way: "none" }}
          onBack={navigation.onBack}
          onDone={onDone}
        />
      );
  }
}

type EndsProps = StepProps & { readonly title: string; readonly onNext: () => void };

function EndsStep({ title, header, onNext, onClose }: EndsProps) {
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" onClick={onNext}>
            Continue
          </Button>
          <Button onClick={onClose}>Keep it open</Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable from the keyboard */}
      <div className={styles.stack} role="group" aria-label="What ends and what stays" tabIndex={0}>
        {header}
        <p>
          <strong>Ends at once, for every member:</strong>
        </p>
        <ul className={styles.list}>
          <li>all results, reports, files and labels; save what you need first</li>
          <li>requests that are waiting for a reply; they end without a refund</li>
          <li>checks that wait for approval; nothing is charged for them</li>
          <li>invitations, roles, caps, rules and email domains</li>
        </ul>
        <p>
          <strong>Stays:</strong>
        </p>
        <ul className={styles.list}>
          <li>each member&apos;s own account and sign-in</li>
          <li>payments and wallet transactions, proof of consent, and the audit log, because the law requires it</li>
          <li>the organisation&apos;s name for twelve months, so that people see who asked about them</li>
        </ul>
      </div>
    </Dialog>
  );
}

const buttons = {
  alone: { label: "Close organisation", busy: "Closing" },
  asks: { label: "Ask another owner", busy: "Asking" },
  confirms: { label: "Close organisation", busy: "Closing" },
} as const satisfies Record<ClosingRole, object>;

const consequences = {
  alone: "The organisation closes at once, for every member.",
  asks: `Another owner gets a notice and an email. The organisation closes when they confirm within ${closingDays} days; until then nothing changes.`,
  confirms: "You are the second owner, so the organisation closes at once, for every member.",
} as const satisfies Record<ClosingRole, string>;

type ConfirmProps = Omit<Props, "balances"> &
  StepProps & { readonly title: string; readonly header: ReactNode; readonly balance: BalanceChoiceInput };

function ConfirmStep({ title, header, role, required, balance, onChanged, onDone, onBack, onClose }: ConfirmProps) {
  const proof = useOwnerReauthentication(required, true);
  async function send() {
    const answer = await proof.ask(async () => {
      const result = await call(closeOrganisation, { ...proof.credentials, confirm: closeConfirmationWord, balance });
      if (!result.ok && (result.problem.code === "balance_changed" || result.problem.code === "balance_left"))
        onChanged();
      return result;
    });
    if (answer) onDone(answer.state);
  }
  return (
    <ConfirmClosingDialog
      title={title}
      stepName={stepNames.confirm}
      header={header}
      balance={balance}
      consequence={consequences[role]}
      action={buttons[role].label}
      isHarmless={role === "asks"}
      busyLabel={buttons[role].busy}
      proof={proof}
      required={required}
      onSend={send}
      onBack={onBack}
      onClose={onClose}
    />
  );
}
