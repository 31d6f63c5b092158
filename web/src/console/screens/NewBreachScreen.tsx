import { startBreach } from "@idanimo/contract/console/breaches";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { navigate } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { breachForm } from "../lib/breach-form.ts";

const empty = { noticedAt: "", since: "", until: "", accountId: "", description: "" };

/** Starts the clock of a breach. */
export function NewBreachScreen() {
  const client = useQueryClient();
  const toast = useToast();
  const fields = useForm(breachForm, () => empty);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <div className={styles.narrow}>
      <PageHeader title="Start the clock" back="/breach" backLabel="Breaches">
        Times are Lagos time. Too long a period is better than too short.
      </PageHeader>
      <Card>
        <form
          className={form.form}
          {...fields.formProps(async ({ accountId, ...breach }) => {
            setProblem(undefined);
            setBusy(true);
            const result = await callConsole(startBreach, { ...breach, ...(accountId !== "" && { accountId }) });
            setBusy(false);
            if (!result.ok) {
              if (result.problem.fields) return fields.showMessages(result.problem.fields);
              return setProblem(problemMessage(result.problem));
            }
            toast({ tone: "success", text: "The clock runs. We count who is affected." });
            await client.invalidateQueries();
            navigate(`/breach/${result.value.id}`);
          })}
        >
          {problem !== undefined && <Notice tone="problem" announce title={problem} />}
          <TextInput label="When someone here noticed it" type="datetime-local" {...fields.textProps("noticedAt")} />
          <TextInput
            label="First time someone may have had access"
            type="datetime-local"
            {...fields.textProps("since")}
          />
          <TextInput
            label="Last time someone may have had access"
            type="datetime-local"
            {...fields.textProps("until")}
          />
          <TextInput
            label="Account id"
            optional
            hint="Only if nothing but this account was open to them."
            autoComplete="off"
            spellCheck={false}
            {...fields.textProps("accountId")}
          />
          <TextArea
            label="What happened, in one sentence"
            hint="The people read it in their email. No phone or identity number and no email address."
            name="description"
            rows={3}
            value={fields.values.description}
            error={fields.messages["description"]}
            onInput={(event: FormEvent<HTMLTextAreaElement>) => fields.set("description", event.currentTarget.value)}
          />
          <div>
            <Button type="submit" kind="primary" busy={busy && "Starting"}>
              Start the clock
            </Button>
          </div>
        </form>
      </Card>
    </div>
  );
}
