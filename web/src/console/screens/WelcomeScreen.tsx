import { finishInvitation, openInvitation } from "@idanimo/contract/console/session";
import { password } from "@idanimo/contract/fields";
import type { OutputOf } from "@idanimo/contract/operation";
import { secondFactorCode } from "@idanimo/contract/second-factor";
import { useEffect, useState } from "react";
import { object } from "zod/mini";
import { useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { useLocation } from "../../lib/router.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";

const setUpForm = object({ password, code: secondFactorCode });
type Invitation = OutputOf<typeof openInvitation>;

/** Sets the password and the authenticator of an invited operator. */
export function WelcomeScreen() {
  const { params } = useLocation();
  const token = params["token"] ?? "";
  const [invitation, setInvitation] = useState<Invitation>();
  const [problem, setProblem] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>();
  useEffect(() => {
    let isCurrent = true;
    void callConsole(openInvitation, { token }).then((result) => {
      if (!isCurrent) return;
      if (result.ok) setInvitation(result.value);
      else setProblem(problemMessage(result.problem));
    });
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return (
    <div className={styles.narrow}>
      <PageHeader title="Set up your access">
        {codes
          ? "Keep these recovery codes in a safe place. Each works once, if you lose your authenticator."
          : "Choose a password and connect an authenticator app."}
      </PageHeader>
      <Card>
        {problem !== undefined ? (
          <ErrorPanel title={problem} />
        ) : codes ? (
          <div className={styles.stack}>
            <ul className={styles.codes}>
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
            <LinkButton kind="primary" href="/" wide>
              Sign in
            </LinkButton>
          </div>
        ) : invitation ? (
          <SetUpForm token={token} invitation={invitation} onDone={setCodes} />
        ) : (
          <Skeleton what="your invitation">
            <SkeletonBlock height="20rem" />
          </Skeleton>
        )}
      </Card>
    </div>
  );
}

type FormProps = {
  readonly token: string;
  readonly invitation: Invitation;
  readonly onDone: (codes: readonly string[]) => void;
};

function SetUpForm({ token, invitation, onDone }: FormProps) {
  const fields = useForm(setUpForm, () => ({ password: "", code: "" }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className={form.form}
      {...fields.formProps(async (input) => {
        setBusy(true);
        const result = await callConsole(finishInvitation, { token, ...input });
        setBusy(false);
        if (result.ok) onDone(result.value.recoveryCodes);
        else setProblem(problemMessage(result.problem));
      })}
    >
      {problem !== undefined && <Notice tone="problem" announce title={problem} />}
      <p>
        {invitation.name}, {invitation.email}
      </p>
      <PasswordInput label="New password" autoComplete="new-password" {...fields.textProps("password")} />
      <img className={styles.qr} src={invitation.qrCode} alt="QR code for your authenticator app" />
      <p className={styles.quiet}>
        Scan the code with your authenticator app, or type this key:{" "}
        <span className={styles.id}>{invitation.secret}</span>
      </p>
      <TextInput
        label="Code of your authenticator"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...fields.textProps("code")}
      />
      <Button type="submit" kind="primary" wide busy={busy && "Saving"}>
        Finish
      </Button>
    </form>
  );
}
