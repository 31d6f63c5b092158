import * as texts from "@idanimo/contract/texts";
import { useState } from "react";
import { CodeForm } from "../../features/one-time-code/CodeForm.tsx";
import { sentTo } from "../../features/one-time-code/sent-to.ts";
import { storedBusinessDraft, storedSignUpDraft } from "../../lib/storage.ts";
import { Notice } from "../../ui/Notice.tsx";
import { ToastProvider } from "../../ui/Toast.tsx";
import { Column } from "../Column.tsx";
import styles from "../Column.module.css";
import { NextStep } from "../NextStep.tsx";
import { provedEmail } from "../proved-email.ts";
import { go, useQueryValue } from "../../lib/place.ts";

/** `/verify-otp`. Source: A§2. */
export function VerifyOtpPage() {
  // read once: it is forgotten as soon as the account is open, while the success is still told
  const [kept] = useState(storedSignUpDraft.get);
  const waiting = useQueryValue("waiting") !== "";
  return (
    <Column title="Enter your code" lead={sentTo(kept?.phoneNumber, kept?.email)} after={<WrongAddress />}>
      {kept?.id ? (
        <div className={styles.parts}>
          {waiting && (
            <Notice tone="waiting" announce>
              {texts.accountNotActivated}
            </Notice>
          )}
          <ToastProvider>
            <CodeForm
              id={kept.id}
              toPhone={Boolean(kept.phoneNumber)}
              onActivated={() => {
                provedEmail.set(kept.email ?? "");
                forget();
              }}
              onDone={() => go("/login")}
            />
          </ToastProvider>
        </div>
      ) : (
        <Forgotten />
      )}
    </Column>
  );
}

function forget() {
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

/** Opened on another device, or half an hour later: a sign-in knows the account and sends a new code. */
function Forgotten() {
  return (
    <NextStep>
      <p>
        <strong>This browser does not know which account the code is for.</strong> Sign in with your email and password.
        If the account still waits for its code, we send a new one and ask for it here.
      </p>
    </NextStep>
  );
}
