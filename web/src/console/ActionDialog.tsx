import { operatorNote } from "@idanimo/contract/console/fields";
import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { object } from "zod/mini";
import { useForm } from "../lib/form.ts";
import type { Problem } from "../lib/call.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { FormDialog } from "./FormDialog.tsx";

const reasonForm = object({ reason: operatorNote(texts.reasonRequired) });

type Props = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action: string;
  readonly busyLabel: string;
  /** Of an act that cannot be undone. */
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
  /** @returns the problem, if the call failed */
  readonly onSend: (reason: string) => Promise<Problem | undefined>;
};

/** Asks for a reason, then acts. */
export function ActionDialog({ title, children, action, busyLabel, isDangerous, onClose, onSend }: Props) {
  const fields = useForm(reasonForm, () => ({ reason: "" }));
  return (
    <FormDialog
      title={title}
      action={action}
      busyLabel={busyLabel}
      isDangerous={isDangerous}
      formProps={fields.formProps}
      onSend={({ reason }) => onSend(reason)}
      onClose={onClose}
    >
      {children}
      <TextInput
        label="Reason"
        hint="Stored in the audit log. No phone or identity number and no email."
        autoComplete="off"
        {...fields.textProps("reason")}
      />
    </FormDialog>
  );
}
