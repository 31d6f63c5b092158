import { operatorNote } from "@idanimo/contract/console/fields";
import { suspendAccount, suspensionReason, suspensionReviewDays } from "@idanimo/contract/console/suspensions";
import { suspensionReasonCodes, suspensionReasons } from "@idanimo/contract/suspensions";
import * as texts from "@idanimo/contract/texts";
import { useId, useState } from "react";
import { object } from "zod/mini";
import { useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { callConsole } from "../lib/call.ts";

const suspendForm = object({ reasonCode: suspensionReason, reason: operatorNote(texts.reasonRequired) });

type Props = {
  readonly accountId: string;
  readonly onClose: () => void;
  /** Called with what to say. */
  readonly onDone: (text: string) => void;
};

/** Asks why, then suspends the account or organisation. */
export function SuspendDialog({ accountId, onClose, onDone }: Props) {
  const id = useId();
  const fields = useForm(suspendForm, () => ({ reasonCode: "", reason: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <Dialog
      open
      title="Suspend this account?"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={busy && "Suspending"}>
            Suspend
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem title="Nothing was changed" problem={problem} onDismiss={() => setProblem(undefined)}>
        <form
          id={id}
          className={form.form}
          {...fields.formProps(async (input) => {
            setBusy(true);
            const result = await callConsole(suspendAccount, { id: accountId, ...input });
            setBusy(false);
            if (!result.ok) return setProblem(problemMessage(result.problem));
            onDone(
              result.value.reviewBy === null
                ? "Suspended. The owner gets a notice and an email."
                : `Suspended. The owner gets a notice and an email; our owners review it within ${suspensionReviewDays} working days.`,
            );
          })}
        >
          <p>No check, file or top-up can be started. Running checks finish; results, export and closing stay open.</p>
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
        </form>
      </ContentOrProblem>
    </Dialog>
  );
}
