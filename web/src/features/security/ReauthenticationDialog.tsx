import { type ReactNode, useId } from "react";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { useReauthentication } from "./use-reauthentication.ts";

type Props = {
  readonly title: string;
  /** What the user must know before agreeing; stays next to a problem. */
  readonly consequence?: string;
  /** More information; a problem replaces it and the fields. */
  readonly description: string;
  /** Fields before the password. */
  readonly children?: ReactNode;
  readonly proof: ReturnType<typeof useReauthentication>;
  readonly hasPassword: boolean;
  /** The label of the submit button, and its label while busy. */
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly danger?: boolean;
  readonly onSend: (values: ReturnType<typeof useReauthentication>["values"]) => Promise<void>;
  readonly onClose: () => void;
};

/** Changes a sign-in method after reauthentication with the password. */
export function ReauthenticationDialog({
  title,
  consequence,
  description,
  children,
  proof,
  hasPassword,
  submitLabel,
  busyLabel,
  danger,
  onSend,
  onClose,
}: Props) {
  const id = useId();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind={danger ? "danger" : "primary"} type="submit" form={id} busy={proof.busy && busyLabel}>
            {submitLabel}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={id} className={form.form} aria-label={title} {...proof.bind(onSend)}>
        {consequence && <p>{consequence}</p>}
        <ContentOrProblem
          title="Nothing was changed"
          problem={proof.problem && problemMessage(proof.problem)}
          onDismiss={proof.dismiss}
        >
          <p>{description}</p>
          {children}
          {hasPassword && (
            <PasswordInput
              label="Your password"
              hint="Confirm your password to continue."
              autoComplete="current-password"
              {...proof.text("password")}
            />
          )}
        </ContentOrProblem>
      </form>
    </Dialog>
  );
}

/** An authenticator code or a recovery code. */
export function SecondFactorField({ proof }: { readonly proof: ReturnType<typeof useReauthentication> }) {
  return (
    <TextInput
      label="Code"
      hint="The six digits in your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...proof.text("code")}
    />
  );
}
