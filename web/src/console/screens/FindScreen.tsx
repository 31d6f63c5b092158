import { findAccount, openAccount } from "@idanimo/contract/console/accounts";
import type { ViewReason } from "@idanimo/contract/console/rights";
import { useState } from "react";
import { useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { navigate } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { findForm } from "../lib/find-form.ts";
import { ReasonSelect } from "../ReasonSelect.tsx";

const folders = { account: "/accounts", request: "/requests", case: "/cases", grievance: "/grievances" } as const;

/** Finds an exact value, and opens what it finds with the same reason. */
export function FindScreen() {
  const fields = useForm(findForm, () => ({ value: "", reason: "", note: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function search({ note, ...input }: { value: string; reason: ViewReason; note: string }) {
    setProblem(undefined);
    setBusy(true);
    const found = await callConsole(findAccount, { ...input, ...(note !== "" && { note }) });
    const accountId = found.ok ? found.value.accountId : null;
    const opened =
      accountId === null ? undefined : await callConsole(openAccount, { id: accountId, reason: input.reason });
    setBusy(false);
    const failed = found.ok ? opened : found;
    if (failed && !failed.ok) return setProblem(problemMessage(failed.problem));
    if (found.ok) navigate(`${folders[found.value.kind]}/${found.value.id}`);
  }
  return (
    <div className={styles.narrow}>
      <PageHeader title="Find">
        Only exact values are found. The search is recorded, and the account&apos;s owner gets a notice with your
        reason.
      </PageHeader>
      <Card>
        <form className={form.form} {...fields.formProps(search)}>
          {problem !== undefined && <Notice tone="problem" announce title={problem} />}
          <TextInput
            label="Email, phone, EA, ID or G number, company name or id"
            hint="Of a customer or a request, never of a person who was looked up."
            autoComplete="off"
            spellCheck={false}
            {...fields.textProps("value")}
          />
          <ReasonSelect
            value={fields.values.reason}
            error={fields.messages["reason"]}
            onChange={(reason) => fields.set("reason", reason)}
          />
          <TextInput
            label="Note"
            optional
            hint="For example a ticket. No phone or identity number and no email."
            autoComplete="off"
            {...fields.textProps("note")}
          />
          <Button type="submit" kind="primary" busy={busy && "Searching"}>
            Find
          </Button>
        </form>
      </Card>
    </div>
  );
}
