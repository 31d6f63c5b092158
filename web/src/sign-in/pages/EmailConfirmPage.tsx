import { confirmEmail } from "@idanimo/contract/passwords";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { storedRoot } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Column } from "../Column.tsx";
import { closeConfirmLink, confirmLinkIsOpen, mailedToken } from "../mailed-link.ts";
import { NextStep } from "../NextStep.tsx";
import styles from "./ResetPasswordPage.module.css";

type State =
  | { readonly at: "shown" | "asking" | "done" | "ended" | "reloaded" }
  | { readonly at: "failed"; readonly problem: Problem };

/**
 * `/email-confirm`: where the link of a confirmation mail ends. Opened without a token it is the plain page. Programs that look at
 * mails open links too, and somebody else may have opened the account: who is not signed in here says so first. Source: A§2, O-31, T-15.
 */
export function EmailConfirmPage() {
  const [state, setState] = useState<State>(() => ({ at: firstStep() }));

  useEffect(() => {
    if (firstStep() !== "asking") return;
    let here = true;
    void confirmMailbox().then((found) => here && setState(found));
    return () => {
      here = false;
    };
  }, []);

  function confirm() {
    setState({ at: "asking" });
    void confirmMailbox().then(setState);
  }

  if (state.at === "shown")
    return (
      <Column title="Confirm your email" lead="An account was opened with your email address. Did you open it?">
        <div className={form.form}>
          <Button kind="primary" wide onClick={confirm}>
            Yes, confirm it
          </Button>
          <p className={form.other}>
            It was somebody else? Do not confirm. <a href="/forgot-password">Choose a new password</a>, and the account
            is yours alone.
          </p>
        </div>
      </Column>
    );
  const isSignedIn = storedRoot.get() !== undefined;
  if (state.at === "done")
    return (
      <Column title="Email verified" lead="Thank you. Your email address is confirmed.">
        <NextStep isSignedIn={isSignedIn}>
          <p>
            {isSignedIn
              ? "You are signed in, and can pay and start checks now."
              : "You can go on: sign in with your email and password."}
          </p>
        </NextStep>
      </Column>
    );
  if (state.at === "reloaded")
    return (
      <Column title="Email not confirmed yet" lead="Nothing was changed.">
        <NextStep isSignedIn={isSignedIn}>
          <p>This page was loaded again and no longer knows your link. Open the link in our email once more.</p>
        </NextStep>
      </Column>
    );
  if (state.at === "ended")
    return (
      <Column title="Email not confirmed yet" lead="Nothing was changed.">
        <NextStep isSignedIn={isSignedIn}>
          <p role="alert">{isSignedIn ? texts.confirmLinkInvalidSignedIn : texts.confirmLinkInvalid}</p>
        </NextStep>
      </Column>
    );
  return (
    <Column title="Confirming your email" lead={state.at === "asking" && "This takes a moment."}>
      {state.at === "failed" ? (
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
          {wordsOf(state.problem)}
        </Notice>
      ) : (
        <p className={styles.looking} role="status">
          <Spinner size={18} /> Looking at your link…
        </p>
      )}
    </Column>
  );
}

function firstStep(): "shown" | "asking" | "done" | "reloaded" {
  if (!mailedToken()) return confirmLinkIsOpen() ? "reloaded" : "done";
  return storedRoot.get() ? "asking" : "shown";
}

async function confirmMailbox(): Promise<State> {
  const token = mailedToken();
  if (!token) return { at: "done" };
  const answer = await call(confirmEmail, { token });
  const ended = !answer.ok && (answer.problem.code === "invalid_confirm_link" || answer.problem.code === "bad_input");
  if (answer.ok || ended) closeConfirmLink();
  if (answer.ok) return { at: "done" };
  if (ended) return { at: "ended" };
  return { at: "failed", problem: answer.problem };
}
