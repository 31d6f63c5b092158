import { openReset } from "@idanimo/contract/passwords";
import { resetLinkMinutes } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { ResetPasswordForm } from "../../features/password-reset/ResetPasswordForm.tsx";
import { call, type Problem } from "../../lib/call.ts";
import { navigate } from "../../lib/router.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import type { NoticeName } from "../arrival-notice.ts";
import { PageLayout } from "../PageLayout.tsx";
import { clearEmailedSecrets, getResetLink } from "../emailed-secrets.ts";
import { verifiedEmail } from "../verified-email.ts";
import styles from "./ResetPasswordPage.module.css";

type LinkState =
  | { readonly at: "looking" | "ended" }
  | { readonly at: "open"; readonly email: string }
  | { readonly at: "failed"; readonly problem: Problem };

/** `/reset-password/:email/:token`, which becomes `/reset-password` as soon as it opens [T-12]. */
export function ResetPasswordPage() {
  const [link, setLink] = useState<LinkState>({ at: "looking" });

  useEffect(() => {
    let isMounted = true;
    void checkLink().then((found) => isMounted && setLink(found));
    return () => {
      isMounted = false;
    };
  }, []);

  function retry() {
    setLink({ at: "looking" });
    void checkLink().then(setLink);
  }

  if (link.at === "ended") return <LinkExpired />;
  return (
    <PageLayout title="Set a new password" lead="You'll use it to sign in.">
      {link.at === "looking" && (
        <p className={styles.looking} role="status">
          <Spinner size={18} /> Checking your link…
        </p>
      )}
      {link.at === "failed" && (
        <Notice
          tone="problem"
          announce
          title={texts.resetFailed}
          actions={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {problemMessage(link.problem)}
        </Notice>
      )}
      {link.at === "open" && (
        <ResetPasswordForm
          email={link.email}
          onDone={() => {
            verifiedEmail.set(link.email);
            navigate("/login", { replace: true, state: "reset_done" satisfies NoticeName });
          }}
          onLinkExpired={() => setLink({ at: "ended" })}
        />
      )}
    </PageLayout>
  );
}

async function checkLink(): Promise<LinkState> {
  const result = await call(openReset, { ...getResetLink() });
  if (result.ok) {
    clearEmailedSecrets();
    return { at: "open", email: result.value.email };
  }
  const { code } = result.problem;
  // a token of another shape is not one of our links either
  if (code === "invalid_reset_link" || code === "bad_input") return { at: "ended" };
  return { at: "failed", problem: result.problem };
}

function LinkExpired() {
  return (
    <PageLayout title={texts.resetLinkInvalid} lead="Your password was not changed.">
      <div className={form.form} role="alert">
        <p>
          A link works once and is valid for {resetLinkMinutes} minutes. A newer link cancels it. This one may have been
          used already.
        </p>
        <LinkButton kind="primary" wide href="/forgot-password">
          Ask for a new link
        </LinkButton>
      </div>
    </PageLayout>
  );
}
