import type { Component } from "../../jsx/component.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import { usePersonCheck } from "../../features/captcha/use-person-check.tsx";
import { LoginForm } from "../../features/sign-in/LoginForm.tsx";
import { go, useQueryValue } from "../../lib/place.ts";
import { storedRoot, storedSignedOut, storedSignUpDraft } from "../../lib/storage.ts";
import { arrivalNotice } from "../arrival.ts";
import { Column } from "../Column.tsx";
import styles from "../Column.module.css";
import { enter } from "../enter.ts";
import type { LoginNews } from "../LoginNotices.tsx";
import others from "../OtherWays.module.css";
import { provedEmail } from "../proved-email.ts";

// what stands below the form, and what few people see, is fetched after the form is drawn
const OtherWays = lazy(async () => ({ default: (await import("../OtherWays.tsx")).OtherWays }));
const LaterNotices = lazy(async () => ({ default: (await import("../LoginNotices.tsx")).LoginNotices }));
let LoginNotices: Component<LoginNews> = LaterNotices;
const SecondStep = lazy(async () => ({ default: (await import("../SecondStep.tsx")).SecondStep }));

const newsHere = (social: string): LoginNews => ({ social, arrival: arrivalNotice(), known: storedRoot.get() });
const isNews = ({ social, arrival, known }: LoginNews) => Boolean(social || arrival || known);

/** The page once what it says above its form is here as well: come later, it would push the form down. */
export async function loadLoginPage(): Promise<Component> {
  const social = typeof location === "undefined" ? "" : (new URLSearchParams(location.search).get("social") ?? "");
  if (isNews(newsHere(social)))
    await import("../LoginNotices.tsx").then((module) => (LoginNotices = module.LoginNotices)).catch(() => undefined);
  return LoginPage;
}

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
  const [news] = useState(() => newsHere(social));
  const [before] = useState(() => storedSignedOut.get()?.email ?? "");
  useEffect(() => storedSignedOut.remove(), []);
  return (
    <Column
      title="Sign in"
      after={
        <>
          No account yet? <a href="/sign-up">Create one</a>
        </>
      }
    >
      <div className={styles.parts}>
        {isNews(news) && (
          <Suspense>
            <LoginNotices {...news} />
          </Suspense>
        )}
        <LoginForm check={check} proved={provedEmail.get() || before} onEntered={enter} onNotActivated={askForCode} />
      </div>
      {/* a provider's own prompt would cover what is said above */}
      <Suspense fallback={<div className={others.reserved} />}>
        <OtherWays oneTap={!news.known && !news.arrival} />
      </Suspense>
    </Column>
  );
}

function askForCode({ id, email }: { readonly id: string; readonly email: string }) {
  const before = storedSignUpDraft.get();
  storedSignUpDraft.set({ ...(before?.email === email && before), email, id });
  go("/verify-otp?waiting=1");
}
