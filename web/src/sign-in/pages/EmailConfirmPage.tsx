import { confirmEmail } from "@idanimo/contract/passwords";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { storedSignedInHint } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { PageLayout } from "../PageLayout.tsx";
import { closeConfirmLink, isConfirmLinkOpen, getConfirmToken } from "../emailed-secrets.ts";
import { NextStep } from "../NextStep.tsx";
import styles from "./ResetPasswordPage.module.css";

type PageState =
  | { readonly step: "shown" | "asking" | "done" | "ended" | "reloaded" }
  | { readonly step: "failed"; readonly problem: Problem };

/**
 * `/email-confirm`: the target of a confirmation link; a plain page without a token. Email scanners open links too,
 * and another person may have opened the account: a signed-out user must confirm first [O-31 T-15].
 */
export function EmailConfirmPage() {
  const [state, setState] = useState<PageState>(() => ({ step: initialStep() }));

  useEffect(() => {
    if (initialStep() !== "asking") return;
    let isMounted = true;
    void sendConfirmation().then((found) => isMounted && setState(found));
    return () => {
      isMounted = false;
    };
  }, []);

  function confirm() {
    setState({ step: "asking" });
    void sendConfirmation().then(setState);
  }

  if (state.step === "shown")
    return (
      <PageLayout title="Confirm your email" lead="An account was created with your email. Was it you?">
        <div className={form.form}>
          <Button kind="primary" wide onClick={confirm}>
            Yes, confirm it
          </Button>
          <p className={form.other}>
            Wasn't you? Don't confirm. <a href="/forgot-password">Set a new password</a>, and only you can use the
            account.
          </p>
        </div>
      </PageLayout>
    );
  const isSignedIn = storedSignedInHint.get() !== undefined;
  if (state.step === "done")
    return (
      <PageLayout title="Email verified" lead="Thank you. Your email address is confirmed.">
        <NextStep isSignedIn={isSignedIn}>
          <p>{isSignedIn ? "You can now pay and run checks." : "Sign in with your email and password to continue."}</p>
        </NextStep>
      </PageLayout>
    );
  if (state.step === "reloaded")
    return (
      <PageLayout title="Email not confirmed yet" lead="Nothing was changed.">
        <NextStep isSignedIn={isSignedIn}>
          <p>This page was reloaded and lost your link. Open the link in our email again.</p>
        </NextStep>
      </PageLayout>
    );
  if (state.step === "ended")
    return (
      <PageLayout title="Email not confirmed yet" lead="Nothing was changed.">
        <NextStep isSignedIn={isSignedIn}>
          <p role="alert">{isSignedIn ? texts.confirmLinkInvalidSignedIn : texts.confirmLinkInvalid}</p>
        </NextStep>
      </PageLayout>
    );
  return (
    <PageLayout title="Confirming your email" lead={state.step === "asking" && "This takes a moment."}>
      {state.step === "failed" ? (
        <Notice
          tone="problem"
          announce
          title="Your email was not confirmed."
          actions={
            <Button size="small" onClick={confirm}>
              Try again
            </Button>
          }
        >
          {problemMessage(state.problem)}
        </Notice>
      ) : (
        <p className={styles.looking} role="status">
          <Spinner size={18} /> Checking your link…
        </p>
      )}
    </PageLayout>
  );
}

function initialStep(): "shown" | "asking" | "done" | "reloaded" {
  if (!getConfirmToken()) return isConfirmLinkOpen() ? "reloaded" : "done";
  return storedSignedInHint.get() ? "asking" : "shown";
}

async function sendConfirmation(): Promise<PageState> {
  const token = getConfirmToken();
  if (!token) return { step: "done" };
  const result = await call(confirmEmail, { token });
  const ended = !result.ok && (result.problem.code === "invalid_confirm_link" || result.problem.code === "bad_input");
  if (result.ok || ended) closeConfirmLink();
  if (result.ok) return { step: "done" };
  if (ended) return { step: "ended" };
  return { step: "failed", problem: result.problem };
}
