import { operatorNote } from "@idanimo/contract/console/fields";
import { suspendAccount, suspensionReason, suspensionReviewDays } from "@idanimo/contract/console/suspensions";
import { suspensionReasonCodes, suspensionReasons } from "@idanimo/contract/suspensions";
import * as texts from "@idanimo/contract/texts";
import { object } from "zod/mini";
import { useForm } from "../../lib/form.ts";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { callConsole } from "../lib/call.ts";

const suspendForm = object({ reasonCode: suspensionReason, reason: operatorNote(texts.reasonRequired) });

type Props = {
  readonly accountId: string;
  readonly name: string;
  readonly onClose: () => void;
  /** Called with what to say. */
  readonly onDone: (text: string) => void;
};

/** Asks why, then suspends the account or organisation. */
export function SuspendDialog({ accountId, name, onClose, onDone }: Props) {
  const fields = useForm(suspendForm, () => ({ reasonCode: "", reason: "" }));
  return (
    <FormDialog
      title={`Suspend ${name}?`}
      action="Suspend"
      busyLabel="Suspending"
      isDangerous
      formProps={fields.formProps}
      onSend={async (input) => {
        const result = await callConsole(suspendAccount, { id: accountId, ...input });
        if (!result.ok) return result.problem;
        onDone(
          result.value.reviewBy === null
            ? "Suspended. The owner gets a notice and an email."
            : `Suspended. The owner gets a notice and an email. An operator with the role Owner reviews it within ${suspensionReviewDays} working days.`,
        );
        return undefined;
      }}
      onClose={onClose}
    >
      <p>
        New checks, files and top-ups stop at once. Running checks finish. Results, export and closing stay possible.
      </p>
      <Select
        label="Why"
        hint="The account's owner reads it."
        name="reasonCode"
        value={fields.values.reasonCode}
        error={fields.messages["reasonCode"]}
        onChange={(event) => fields.set("reasonCode", event.currentTarget.value)}
      >
        <option value="">Choose a reason</option>
        {suspensionReasonCodes.map((code) => (
          <option key={code} value={code}>
            {suspensionReasons[code].charAt(0).toUpperCase() + suspensionReasons[code].slice(1)}
          </option>
        ))}
      </Select>
      <TextInput
        label="Note for colleagues"
        hint="Stored in the audit log. No phone or identity number and no email."
        autoComplete="off"
        {...fields.textProps("reason")}
      />
    </FormDialog>
  );
}
