import { type ReactNode, useId } from "react";
import { wordsOf } from "../../lib/problem-words.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { GiveWay } from "../../ui/GiveWay.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { useProof } from "./use-proof.ts";

type Props = {
  readonly title: string;
  /** What it does that one must know before agreeing; it stays beside a refusal. */
  readonly consequence?: string;
  /** What else there is to know; a problem takes its place and that of the fields. */
  readonly words: string;
  /** Fields before the password. */
  readonly children?: ReactNode;
  readonly proof: ReturnType<typeof useProof>;
  readonly hasPassword: boolean;
  /** What the last button says, and while it is being done. */
  readonly act: string;
  readonly acting: string;
  readonly danger?: boolean;
  readonly onSend: (values: ReturnType<typeof useProof>["values"]) => Promise<void>;
  readonly onClose: () => void;
};

/** A change of how one signs in, after the password once more. Source: contract/second-factor. */
export function ProofDialog({
  title,
  consequence,
  words,
  children,
  proof,
  hasPassword,
  act,
  acting,
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
          <Button kind={danger ? "danger" : "primary"} type="submit" form={id} busy={proof.busy && acting}>
            {act}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form id={id} className={form.form} aria-label={title} {...proof.bind(onSend)}>
        {consequence && <p>{consequence}</p>}
        <GiveWay
          title="Nothing was changed"
          problem={proof.problem && wordsOf(proof.problem)}
          onDismiss={proof.dismiss}
        >
          <p>{words}</p>
          {children}
          {hasPassword && (
            <PasswordInput
              label="Your password"
              hint="Once more, so that nobody else changes this."
              autoComplete="current-password"
              {...proof.text("password")}
            />
          )}
        </GiveWay>
      </form>
    </Dialog>
  );
}

/** A code of the authenticator, or one of the recovery codes. */
export function CodeField({ proof }: { readonly proof: ReturnType<typeof useProof> }) {
  return (
    <TextInput
      label="Code"
      hint="The six digits your authenticator shows now, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...proof.text("code")}
    />
  );
}
