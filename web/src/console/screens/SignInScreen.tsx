import { operatorSecondStep, operatorSignIn } from "@idanimo/contract/console/session";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { object } from "zod/mini";
import { secondFactorCode } from "@idanimo/contract/second-factor";
import { useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { AuthenticatorCodeInput } from "../../ui/AuthenticatorCodeInput.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { PasskeySignIn } from "../PasskeySignIn.tsx";
import { operatorQuery } from "../use-operator.ts";

const codeForm = object({ code: secondFactorCode });

/** Email and password, then a code of the authenticator. */
export function SignInScreen() {
  const [ticket, setTicket] = useState<string>();
  return (
    <div className={styles.narrow}>
      <PageHeader title="Sign in to the console">
        For operators. Every sign-in and every account that you open is recorded.
      </PageHeader>
      <Card>
        {ticket === undefined ? (
          <>
            <PasswordStep onDone={setTicket} />
            <PasskeySignIn />
          </>
        ) : (
          <CodeStep ticket={ticket} onRestart={() => setTicket(undefined)} />
        )}
      </Card>
    </div>
  );
}

function PasswordStep({ onDone }: { readonly onDone: (ticket: string) => void }) {
  const fields = useForm(operatorSignIn.input, () => ({ email: "", password: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className={form.form}
      {...fields.formProps(async (input) => {
        setBusy(true);
        const result = await callConsole(operatorSignIn, input);
        setBusy(false);
        if (result.ok) onDone(result.value.ticket);
        else setProblem(problemMessage(result.problem));
      })}
    >
      {problem !== undefined && <Notice tone="problem" announce title={problem} />}
      <TextInput label="Email address" type="email" autoComplete="username" {...fields.textProps("email")} />
      <PasswordInput label="Password" autoComplete="current-password" {...fields.textProps("password")} />
      <Button type="submit" kind="primary" wide busy={busy && "Checking"}>
        Continue
      </Button>
    </form>
  );
}

function CodeStep({ ticket, onRestart }: { readonly ticket: string; readonly onRestart: () => void }) {
  const client = useQueryClient();
  const fields = useForm(codeForm, () => ({ code: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className={form.form}
      {...fields.formProps(async ({ code }) => {
        setBusy(true);
        const result = await callConsole(operatorSecondStep, { ticket, code });
        setBusy(false);
        if (result.ok) return client.invalidateQueries({ queryKey: operatorQuery.queryKey });
        setProblem(problemMessage(result.problem));
      })}
    >
      {problem !== undefined && <Notice tone="problem" announce title={problem} />}
      <AuthenticatorCodeInput
        label="Code of your authenticator"
        hint="Six digits, or one of your recovery codes."
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of this step
        autoFocus
        {...fields.textProps("code")}
      />
      <Button type="submit" kind="primary" wide busy={busy && "Signing in"}>
        Sign in
      </Button>
      <Button kind="quiet" wide onClick={onRestart}>
        Start again
      </Button>
    </form>
  );
}
