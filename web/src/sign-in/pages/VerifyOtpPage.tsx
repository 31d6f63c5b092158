import * as texts from "@idanimo/contract/texts";
import { useState } from "react";
import { OneTimeCodeForm } from "../../features/one-time-code/OneTimeCodeForm.tsx";
import { sentToMessage } from "../../features/one-time-code/sent-to-message.ts";
import { storedBusinessDraft, storedSignUpDraft } from "../../lib/storage.ts";
import { Notice } from "../../ui/Notice.tsx";
import { ToastProvider } from "../../ui/Toast.tsx";
import { PageLayout } from "../PageLayout.tsx";
import styles from "../PageLayout.module.css";
import { NextStep } from "../NextStep.tsx";
import { verifiedEmail } from "../verified-email.ts";
import { navigate, useQueryValue } from "../../lib/router.ts";

export function VerifyOtpPage() {
  // read once: the draft is deleted as soon as the account is open, while the success message is still shown
  const [draft] = useState(storedSignUpDraft.get);
  const isActivationPending = useQueryValue("waiting") !== "";
  return (
    <PageLayout title="Enter your code" lead={sentToMessage(draft?.phoneNumber, draft?.email)} after={<WrongAddress />}>
      {draft?.id ? (
        <div className={styles.parts}>
          {isActivationPending && (
            <Notice tone="waiting" announce>
              {texts.accountNotActivated}
            </Notice>
          )}
          <ToastProvider>
            <OneTimeCodeForm
              id={draft.id}
              toPhone={Boolean(draft.phoneNumber)}
              onActivated={() => {
                verifiedEmail.set(draft.email ?? "");
                removeDrafts();
              }}
              onDone={() => navigate("/login")}
            />
          </ToastProvider>
        </div>
      ) : (
        <UnknownAccount />
      )}
    </PageLayout>
  );
}

function removeDrafts() {
  storedSignUpDraft.remove();
  storedBusinessDraft.remove();
}

function WrongAddress() {
  return (
    <>
      Mistyped your email? <a href="/sign-up">Sign up again</a>
    </>
  );
}

/** Shown on another device, or after half an hour: signing in identifies the account and sends a new code. */
function UnknownAccount() {
  return (
    <NextStep>
      <p>
        <strong>This browser does not know which account the code is for.</strong> Sign in with your email and password.
        If your account isn't active yet, we'll send a new code.
      </p>
    </NextStep>
  );
}
