import { recordNotice } from "@idanimo/contract/console/grievances";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { problemMessage } from "../../lib/problem-message.ts";
import { useForm } from "../../lib/form.ts";
import { navigate } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { arrivalLabels } from "../case-labels.ts";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";

const empty = { arrivedOn: "", arrivedBy: "", contact: "", text: "" };

/** Enters a standard notice that arrived by post or email. */
export function NoticeScreen() {
  const client = useQueryClient();
  const toast = useToast();
  const fields = useForm(recordNotice.input, () => empty);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <div className={styles.narrow}>
      <PageHeader title="Enter a notice" back="/grievances" backLabel="Grievances">
        A Standard Notice to Address Grievance that arrived by post or email. The time to answer runs from the day of
        arrival.
      </PageHeader>
      <Card>
        <form
          className={form.form}
          {...fields.formProps(async (notice) => {
            setProblem(undefined);
            setBusy(true);
            const result = await callConsole(recordNotice, notice);
            setBusy(false);
            if (!result.ok) {
              if (result.problem.fields) return fields.showMessages(result.problem.fields);
              return setProblem(problemMessage(result.problem));
            }
            toast({ tone: "success", text: `The notice has the number ${result.value.reference}.` });
            await client.invalidateQueries();
            navigate(`/grievances/${result.value.id}`);
          })}
        >
          {problem !== undefined && <Notice tone="problem" announce title={problem} />}
          <TextInput label="Day of arrival" type="date" {...fields.textProps("arrivedOn")} />
          <Select
            label="How it arrived"
            name="arrivedBy"
            value={fields.values.arrivedBy}
            error={fields.messages["arrivedBy"]}
            onChange={(event) => fields.set("arrivedBy", event.currentTarget.value)}
          >
            <option value="">Choose</option>
            {Object.entries(arrivalLabels).map(([way, label]) => (
              <option key={way} value={way}>
                {label}
              </option>
            ))}
          </Select>
          <TextInput
            label="Phone or email for the answer"
            optional
            hint="The answer goes there, so compare it with the notice. It is sealed: no operator sees it again."
            autoComplete="off"
            {...fields.textProps("contact")}
          />
          <TextArea
            label="What the notice says"
            hint="Sealed. A privacy officer reads it with a reason; numbers and emails are then hidden."
            name="text"
            rows={8}
            value={fields.values.text}
            error={fields.messages["text"]}
            onInput={(event: FormEvent<HTMLTextAreaElement>) => fields.set("text", event.currentTarget.value)}
          />
          <div>
            <Button type="submit" kind="primary" busy={busy && "Saving"}>
              Save the notice
            </Button>
          </div>
        </form>
      </Card>
    </div>
  );
}
