import { type BalanceChoiceInput, closeConfirmationWord } from "@idanimo/contract/account-rights";
import { useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { TextInput } from "../../ui/TextInput.tsx";
import { describeBalanceChoice, type StepProps } from "./BalanceStep.tsx";
import { ReauthenticationContent, ReauthenticationFields } from "./ReauthenticationFields.tsx";
import type { OwnerReauthentication, RequiredCredentials } from "./use-owner-reauthentication.ts";

type Props = StepProps & {
  /** The title of the dialog, and of this step. */
  readonly title: string;
  readonly stepName: string;
  readonly balance: BalanceChoiceInput;
  /** What happens at once. */
  readonly consequence: string;
  readonly action: string;
  /** Of a confirmation that only asks another owner. */
  readonly isHarmless?: boolean;
  readonly busyLabel: string;
  readonly proof: OwnerReauthentication;
  readonly required: RequiredCredentials;
  readonly onSend: () => Promise<void>;
};

/** The last step of a closure: the word that confirms it, and the owner's credentials. */
export function ConfirmClosingDialog({ title, header, balance, proof, required, onBack, onClose, ...props }: Props) {
  const id = useId();
  const actions = (
    <>
      <Button
        kind={props.isHarmless ? "primary" : "danger"}
        type="submit"
        form={id}
        busy={proof.busy && props.busyLabel}
      >
        {props.action}
      </Button>
      <Button onClick={onBack}>Back</Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      <form id={id} className={form.form} aria-label={props.stepName} {...proof.bind(props.onSend)}>
        {header}
        <p>{describeBalanceChoice(balance)} This cannot be undone.</p>
        <ReauthenticationContent proof={proof}>
          <p>{props.consequence}</p>
          <TextInput
            label={`Type ${closeConfirmationWord}`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...proof.text("confirm")}
          />
          <ReauthenticationFields proof={proof} required={required} />
        </ReauthenticationContent>
      </form>
    </Dialog>
  );
}
