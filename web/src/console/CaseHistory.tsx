import { type CaseHistoryEntry, caseNote } from "@idanimo/contract/console/case-work";
import { type FormEvent, useState } from "react";
import { object } from "zod/mini";
import type { Problem } from "../lib/call.ts";
import { useForm } from "../lib/form.ts";
import { problemMessage } from "../lib/problem-message.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { DateText } from "../ui/DateText.tsx";
import form from "../ui/Form.module.css";
import { Notice } from "../ui/Notice.tsx";
import { TextArea } from "../ui/TextInput.tsx";
import styles from "./console.module.css";
import { readableCode } from "./lib/labels.ts";

type Props = {
  readonly entries: readonly CaseHistoryEntry[];
  /** Undefined for an operator who may only read. */
  readonly onNote: ((text: string) => Promise<Problem | undefined>) | undefined;
};

const actLabels: Readonly<Record<string, string>> = {
  note: "Note",
  case_assigned: "Responsible",
  case_read: "Text read",
  case_answered: "Answered",
  case_closed: "Closed",
  breach_started: "Clock started",
  breach_listed: "Counted",
  breach_told: "People notified",
  breach_commission_notified: "Commission notified",
  breach_commission_not_required: "No notification needed",
  notice_exported: "Saved as a standard notice",
  case_access: "Arrived",
  case_correction: "Arrived",
  case_erasure: "Arrived",
  case_grievance: "Arrived",
  case_misuse: "Arrived",
};

/** What was done with a case, oldest first, and a form for a note. */
export function CaseHistory({ entries, onNote }: Props) {
  return (
    <Card title="History">
      {entries.length === 0 && <p className={styles.quiet}>Nothing has been done yet.</p>}
      <ol className={styles.history}>
        {entries.map(({ at, by, action, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the history only grows at its end
          <li key={`${index} ${at}`}>
            <p className={styles.quiet}>
              {actLabels[action] ?? readableCode(action)}, {by}, <DateText at={at} withTime />
            </p>
            {text !== "" && <p>{text}</p>}
          </li>
        ))}
      </ol>
      {onNote && <NoteForm onNote={onNote} />}
    </Card>
  );
}

const noteForm = object({ text: caseNote });

function NoteForm({ onNote }: { readonly onNote: NonNullable<Props["onNote"]> }) {
  const fields = useForm(noteForm, () => ({ text: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className={form.form}
      {...fields.formProps(async ({ text }) => {
        setProblem(undefined);
        setBusy(true);
        const failed = await onNote(text);
        setBusy(false);
        if (failed) setProblem(problemMessage(failed));
        else fields.set("text", "");
      })}
    >
      {problem !== undefined && <Notice tone="problem" announce title={problem} />}
      <TextArea
        label="Note"
        hint="Other operators read it. No phone or identity number and no email."
        name="text"
        value={fields.values.text}
        error={fields.messages["text"]}
        onInput={(event: FormEvent<HTMLTextAreaElement>) => fields.set("text", event.currentTarget.value)}
      />
      <div>
        <Button type="submit" busy={busy && "Saving"}>
          Add note
        </Button>
      </div>
    </form>
  );
}
