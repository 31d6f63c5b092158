import { lazy, Suspense, useState } from "react";
import { usePersonCheck } from "../../features/captcha/use-person-check.tsx";
import { LoginForm } from "../../features/sign-in/LoginForm.tsx";
import { storedRoot, storedSignUpDraft } from "../../lib/storage.ts";
import { Column } from "../Column.tsx";
import styles from "../Column.module.css";
import { enter } from "../enter.ts";
import type { LoginNews } from "../LoginNotices.tsx";
import others from "../OtherWays.module.css";
import { arrivalNotice, go, useQueryValue } from "../place.ts";

// what stands below the form, and what few people see, is fetched after the form is drawn
const OtherWays = lazy(async () => ({ default: (await import("../OtherWays.tsx")).OtherWays }));
const LoginNotices = lazy(async () => ({ default: (await import("../LoginNotices.tsx")).LoginNotices }));
const SecondStep = lazy(async () => ({ default: (await import("../SecondStep.tsx")).SecondStep }));

/** `/login`, and its second step for accounts that have one. Source: A§2. */
export function LoginPage() {
  const step = useQueryValue("step");
  if (step !== "second-factor") return <FirstStep />;
  return (
    <Suspense>
      <SecondStep />
    </Suspense>
  );
}

function FirstStep() {
  const check = usePersonCheck("login");
  const social = useQueryValue("social");
  // read once: the address is cleaned while they stand there
  const [news] = useState<LoginNews>(() => ({ social, arrival: arrivalNotice(), known: storedRoot.get() }));
  return (
    <Column
      title="Sign in"
      lead="With the email and password of your account."
      after={
        <>
          No account yet? <a href="/sign-up">Create one</a>
        </>
      }
    >
      <div className={styles.parts}>
        {(news.social || news.arrival || news.known) && (
          <Suspense>
            <LoginNotices {...news} />
          </Suspense>
        )}
        <LoginForm check={check} onEntered={enter} onNotActivated={askForCode} />
      </div>
      <Suspense fallback={<div className={others.reserved} />}>
        <OtherWays oneTap={!news.known} />
      </Suspense>
    </Column>
  );
}

function askForCode({ id, email }: { readonly id: string; readonly email: string }) {
  const before = storedSignUpDraft.get();
  storedSignUpDraft.set({ ...(before?.email === email && before), email, id });
  go("/verify-otp?waiting=1");
}
