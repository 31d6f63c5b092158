import { openReset } from "@idanimo/contract/passwords";
import { resetLinkMinutes } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { ResetForm } from "../../features/password-reset/ResetForm.tsx";
import { call, type Problem } from "../../lib/call.ts";
import { go } from "../../lib/place.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import type { NoticeName } from "../arrival.ts";
import { Column } from "../Column.tsx";
import { forgetMailedSecrets, mailedLink } from "../mailed-link.ts";
import { provedEmail } from "../proved-email.ts";
import styles from "./ResetPasswordPage.module.css";

type Look =
  | { readonly at: "looking" | "ended" }
  | { readonly at: "open"; readonly email: string }
  | { readonly at: "failed"; readonly problem: Problem };

/** `/reset-password/:email/:token`, which stands as `/reset-password` as soon as it is opened. Source: A§2, T-12. */
export function ResetPasswordPage() {
  const [look, setLook] = useState<Look>({ at: "looking" });

  useEffect(() => {
    let here = true;
    void openLink().then((found) => here && setLook(found));
    return () => {
      here = false;
    };
  }, []);

  function again() {
    setLook({ at: "looking" });
    void openLink().then(setLook);
  }

  if (look.at === "ended") return <Ended />;
  return (
    <Column title="Set a new password" lead="You sign in with it from now on.">
      {look.at === "looking" && (
        <p className={styles.looking} role="status">
          <Spinner size={18} /> Looking at your link…
        </p>
      )}
      {look.at === "failed" && (
        <Notice
          tone="problem"
          announce
          title={texts.resetFailed}
          actions={
            <Button size="small" onClick={again}>
              Try again
            </Button>
          }
        >
          {wordsOf(look.problem)}
        </Notice>
      )}
      {look.at === "open" && (
        <ResetForm
          email={look.email}
          onDone={() => {
            provedEmail.set(look.email);
            go("/login", { replace: true, said: "reset_done" satisfies NoticeName });
          }}
          onEnded={() => setLook({ at: "ended" })}
        />
      )}
    </Column>
  );
}

async function openLink(): Promise<Look> {
  const answer = await call(openReset, { ...mailedLink() });
  if (answer.ok) {
    forgetMailedSecrets();
    return { at: "open", email: answer.value.email };
  }
  const { code } = answer.problem;
  // a token of another shape is no link of ours either
  if (code === "invalid_reset_link" || code === "bad_input") return { at: "ended" };
  return { at: "failed", problem: answer.problem };
}

function Ended() {
  return (
    <Column title={texts.resetLinkInvalid} lead="Your password was not changed.">
      <div className={form.form} role="alert">
        <p>
          A link is good for {resetLinkMinutes} minutes, once, and a newer one ends it. Perhaps this one was used
          already.
        </p>
        <LinkButton kind="primary" wide href="/forgot-password">
          Ask for a new link
        </LinkButton>
      </div>
    </Column>
  );
}
