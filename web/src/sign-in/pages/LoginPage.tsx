import type { Component } from "../../jsx/component.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import { useCaptcha } from "../../features/captcha/use-captcha.tsx";
import { LoginForm } from "../../features/sign-in/LoginForm.tsx";
import { navigate, useQueryValue } from "../../lib/router.ts";
import { storedSignedInHint, storedSignOutNotice, storedSignUpDraft } from "../../lib/storage.ts";
import { readArrivalNotice } from "../arrival-notice.ts";
import { PageLayout } from "../PageLayout.tsx";
import styles from "../PageLayout.module.css";
import { completeSignIn } from "../complete-sign-in.ts";
import type { LoginNoticesProps } from "../LoginNotices.tsx";
import others from "../OtherSignInMethods.module.css";
import { verifiedEmail } from "../verified-email.ts";

// content below the form, and rare content, loads after the form is rendered
const OtherSignInMethods = lazy(async () => ({
  default: (await import("../OtherSignInMethods.tsx")).OtherSignInMethods,
}));
const LazyLoginNotices = lazy(async () => ({ default: (await import("../LoginNotices.tsx")).LoginNotices }));
let LoginNotices: Component<LoginNoticesProps> = LazyLoginNotices;
const SecondFactorStep = lazy(async () => ({ default: (await import("../SecondFactorStep.tsx")).SecondFactorStep }));

const readNotices = (social: string): LoginNoticesProps => ({
  social,
  arrival: readArrivalNotice(),
  signedInHint: storedSignedInHint.get(),
});
const hasNotices = ({ social, arrival, signedInHint }: LoginNoticesProps) => Boolean(social || arrival || signedInHint);

/** Loads the page together with the notices above its form: if they came later, they would push the form down. */
export async function loadLoginPage(): Promise<Component> {
  const social = typeof location === "undefined" ? "" : (new URLSearchParams(location.search).get("social") ?? "");
  if (hasNotices(readNotices(social)))
    await import("../LoginNotices.tsx").then((module) => (LoginNotices = module.LoginNotices)).catch(() => undefined);
  return LoginPage;
}

/** `/login`, and its second step for accounts that have one. */
export function LoginPage() {
  const step = useQueryValue("step");
  if (step !== "second-factor") return <CredentialsStep />;
  return (
    <Suspense>
      <SecondFactorStep />
    </Suspense>
  );
}

function CredentialsStep() {
  const check = useCaptcha("login");
  const social = useQueryValue("social");
  // read once: the URL is cleaned while they are shown
  const [notices] = useState(() => readNotices(social));
  const [before] = useState(() => storedSignOutNotice.get()?.email ?? "");
  useEffect(() => storedSignOutNotice.remove(), []);
  return (
    <PageLayout
      title="Sign in"
      after={
        <>
          No account yet? <a href="/sign-up">Create one</a>
        </>
      }
    >
      <div className={styles.parts}>
        {hasNotices(notices) && (
          <Suspense>
            <LoginNotices {...notices} />
          </Suspense>
        )}
        <LoginForm
          check={check}
          initialEmail={verifiedEmail.get() || before}
          onEntered={completeSignIn}
          onNotActivated={openCodePage}
        />
      </div>
      {/* a provider's own prompt would cover the notices */}
      <Suspense fallback={<div className={others.reserved} />}>
        <OtherSignInMethods oneTap={!notices.signedInHint && !notices.arrival} />
      </Suspense>
    </PageLayout>
  );
}

function openCodePage({ id, email }: { readonly id: string; readonly email: string }) {
  const before = storedSignUpDraft.get();
  storedSignUpDraft.set({ ...(before?.email === email && before), email, id });
  navigate("/verify-otp?waiting=1");
}
