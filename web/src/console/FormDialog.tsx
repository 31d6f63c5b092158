import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { Problem } from "../lib/call.ts";
import { problemMessage } from "../lib/problem-message.ts";
import { Button } from "../ui/Button.tsx";
import { ContentOrProblem } from "../ui/ContentOrProblem.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import form from "../ui/Form.module.css";

type Props<Input> = {
  readonly title: string;
  readonly action: string;
  readonly busyLabel: string;
  /** Of an act that cannot be undone. */
  readonly isDangerous?: boolean;
  /** Props of the form element, from `useForm`. */
  readonly formProps: (send: (input: Input) => Promise<void>) => ComponentProps<"form">;
  /** @returns the problem, if the call failed */
  readonly onSend: (input: Input) => Promise<Problem | undefined>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A form in a dialog. A problem is shown in place of its fields. */
export function FormDialog<Input>({ title, action, isDangerous = false, formProps, onSend, ...props }: Props<Input>) {
  const { busyLabel, onClose, children } = props;
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind={isDangerous ? "danger" : "primary"} type="submit" form={id} busy={busy && busyLabel}>
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
          {...formProps(async (input) => {
            setBusy(true);
            const failed = await onSend(input);
            setBusy(false);
            if (failed) setProblem(problemMessage(failed));
          })}
        >
          {children}
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
