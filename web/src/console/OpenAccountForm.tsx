import { openAccount } from "@idanimo/contract/console/accounts";
import { viewReason } from "@idanimo/contract/console/fields";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { object } from "zod/mini";
import { useForm } from "../lib/form.ts";
import { problemMessage } from "../lib/problem-message.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import form from "../ui/Form.module.css";
import { Notice } from "../ui/Notice.tsx";
import { callConsole } from "./lib/call.ts";
import { ReasonSelect } from "./ReasonSelect.tsx";

const reasonForm = object({ reason: viewReason });

/** Asks for a reason before an account is shown. */
export function OpenAccountForm({ accountId }: { readonly accountId: string }) {
  const client = useQueryClient();
  const fields = useForm(reasonForm, () => ({ reason: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <Card title="Why do you look at this account?">
      <form
        className={form.form}
        {...fields.formProps(async ({ reason }) => {
          setBusy(true);
          const result = await callConsole(openAccount, { id: accountId, reason });
          setBusy(false);
          if (result.ok) return client.invalidateQueries();
          setProblem(problemMessage(result.problem));
        })}
      >
        {problem !== undefined && <Notice tone="problem" announce title={problem} />}
        <ReasonSelect
          value={fields.values.reason}
          error={fields.messages["reason"]}
          onChange={(reason) => fields.set("reason", reason)}
        />
        <Button type="submit" kind="primary" busy={busy && "Opening"}>
          Open the account
        </Button>
      </form>
    </Card>
  );
}
