import { type ReactNode, useId } from "react";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./Keys.module.css";
import { ProofFields } from "./ProofFields.tsx";
import type { KeyProof } from "./use-key-proof.ts";

type Props = {
  readonly title: string;
  /** Of the button that confirms with the password. */
  readonly action: string;
  /** What did not happen, if there is a problem. */
  readonly failed: string;
  readonly proof: KeyProof;
  readonly onSubmit: (by: "password" | "passkey") => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A form about a key that ends with the password or a passkey. */
export function ProofDialog({ title, action, failed, proof, onSubmit, onClose, children }: Props) {
  const id = useId();
  const { methods, problem, busy } = proof;
  const isOfField = problem?.code === "incorrect_old_password" || problem?.code === "second_factor_wrong";
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy ?? false}>
            {action}
          </Button>
          {methods !== undefined && methods.passkeys.length > 0 && (
            <Button onClick={() => onSubmit("passkey")}>Use a passkey</Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form
        id={id}
        aria-label={title}
        className={styles.parts}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit("password");
        }}
      >
        <ContentOrProblem
          title={failed}
          problem={problem && !isOfField ? problemMessage(problem) : undefined}
          onDismiss={proof.dismiss}
        >
          <div className={styles.parts}>
            {children}
            <ProofFields proof={proof} />
          </div>
        </ContentOrProblem>
      </form>
    </Dialog>
  );
}
