import { operatorNote } from "@idanimo/contract/console/fields";
import * as texts from "@idanimo/contract/texts";
import { type ReactNode, useId, useState } from "react";
import { object } from "zod/mini";
import { useForm } from "../lib/form.ts";
import { problemMessage } from "../lib/problem-message.ts";
import type { Problem } from "../lib/call.ts";
import { Button } from "../ui/Button.tsx";
import { ContentOrProblem } from "../ui/ContentOrProblem.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import form from "../ui/Form.module.css";
import { TextInput } from "../ui/TextInput.tsx";

const reasonForm = object({ reason: operatorNote(texts.reasonRequired) });

type Props = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action: string;
  readonly busyLabel: string;
  readonly onClose: () => void;
  /** @returns the problem, if the call failed */
  readonly onSend: (reason: string) => Promise<Problem | undefined>;
};

/** Asks for a reason, then acts. */
export function ActionDialog({ title, children, action, busyLabel, onClose, onSend }: Props) {
  const id = useId();
  const fields = useForm(reasonForm, () => ({ reason: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy && busyLabel}>
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem title="Nothing was changed" problem={problem} onDismiss={() => setProblem(undefined)}>
        <form
          id={id}
          className={form.form}
          {...fields.formProps(async ({ reason }) => {
            setBusy(true);
            const failed = await onSend(reason);
            setBusy(false);
            if (failed) setProblem(problemMessage(failed));
          })}
        >
          {children}
          <TextInput
            label="Reason"
            hint="Stored in the audit log. No phone or identity number and no email."
            autoComplete="off"
            {...fields.textProps("reason")}
          />
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
