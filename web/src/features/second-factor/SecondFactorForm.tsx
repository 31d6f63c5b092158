import { secondFactor, secondFactorCode } from "@idanimo/contract/second-factor";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useRef, useState } from "react";
import { object } from "zod/mini";
import { call, type Problem } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { type SignInResult, readSignInResult } from "../../lib/sign-in-result.ts";
import { useIsSlow } from "../../lib/use-is-slow.ts";
import { AuthenticatorCodeInput } from "../../ui/AuthenticatorCodeInput.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { type CodeKind, codeErrorMessage } from "./code-error.ts";

const codeFields = object({ code: secondFactorCode });

type Props = {
  /** The ticket of the sign-in in progress; undefined after a redirect, when a cookie identifies it. */
  readonly ticket: string | undefined;
  readonly onEntered: (entered: SignInResult) => void;
  readonly onStartAgain: () => void;
};

/** The second step of a sign-in: an authenticator code or a recovery code. */
export function SecondFactorForm({ ticket, onEntered, onStartAgain }: Props) {
  const [kind, setKind] = useState<CodeKind>("authenticator");
  const [busy, setBusy] = useState(false);
  const isSlow = useIsSlow(busy);
  const [problem, setProblem] = useState<Problem>();
  const form = useForm(codeFields, () => ({ code: "" }));
  const { messages, values } = form;
  const input = useRef<HTMLInputElement>(null);

  function switchKind(other: CodeKind) {
    setKind(other);
    setProblem(undefined);
    form.set("code", "");
    requestAnimationFrame(() => input.current?.focus());
  }

  // focuses the only input, also after switching the kind of code
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  async function send({ code }: { readonly code: string }) {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const result = await call(secondFactor, { ...(ticket && { ticket }), code });
    // stays busy: the next page is loading
    if (result.ok) return onEntered(readSignInResult(result.value));
    setBusy(false);
    const message = codeErrorMessage(result.problem, kind);
    if (!message) return setProblem(result.problem);
    form.set("code", "");
    form.showMessages({ code: message });
  }

  if (problem?.code === "second_factor_ended")
    return (
      <div className={styles.form}>
        <Notice tone="problem" announce title={texts.loginFailed}>
          {problem.message}
        </Notice>
        <Button kind="primary" wide onClick={onStartAgain}>
          Start again
        </Button>
      </div>
    );
  return (
    <form className={styles.form} aria-label="Second step" {...form.formProps(send)}>
      {kind === "authenticator" ? (
        <AuthenticatorCodeInput
          key="authenticator"
          ref={input}
          label="Code from your authenticator"
          hint="The six digits in your app. They change every 30 seconds."
          {...form.textProps("code")}
          error={messages["code"] && codeErrorMessage(undefined, kind)}
        />
      ) : (
        <TextInput
          key="recovery"
          ref={input}
          label="Recovery code"
          hint="One of your ten saved codes, such as k7dm-29xp-q4tw. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.textProps("code")}
          error={messages["code"] && codeErrorMessage(undefined, kind)}
        />
      )}
      {/* next to the button that was pressed */}
      {problem && (
        <Notice tone="problem" announce title={texts.loginFailed}>
          {problemMessage(problem)}
        </Notice>
      )}
      {isSlow && (
        <Notice tone="waiting" announce title={texts.signInSlow}>
          {texts.signInSlowNext}
        </Notice>
      )}
      <Button kind="primary" type="submit" wide busy={busy && texts.loggingIn} disabled={!values.code.trim()}>
        Continue
      </Button>
      {kind === "authenticator" ? (
        <Button kind="quiet" onClick={() => switchKind("recovery")}>
          Use a recovery code
        </Button>
      ) : (
        <Button kind="quiet" onClick={() => switchKind("authenticator")}>
          Use your authenticator
        </Button>
      )}
    </form>
  );
}
