import { activation } from "@idanimo/contract/accounts";
import { codeLength, codeLifetimeMinutes } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { useScrollAnchor } from "../../lib/use-scroll-anchor.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { CodeInput } from "../../ui/CodeInput.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { readCodeFromSms } from "./read-code-from-sms.ts";
import { ResendCode } from "./ResendCode.tsx";

type Props = {
  /** The id of the pending activation. */
  readonly id: string;
  /** Whether a code was also sent to a phone. */
  readonly toPhone: boolean;
  /** The account is active; the stored sign-up data may be deleted. */
  readonly onActivated: () => void;
  /** The user goes on to sign in. */
  readonly onDone: () => void;
};

/** Activates a new account with the code that was sent [OTP-03]. */
export function OneTimeCodeForm({ id, toPhone, onActivated, onDone }: Props) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [activated, setActivated] = useState<{ readonly emailToConfirm: boolean }>();
  // a wrong code is typed again: new cells, the first with the focus
  const [attempt, setAttempt] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // one request at a time: the last digit submits the code, and Enter or the button may follow at once
  const isSending = useRef(false);
  const keepInPlace = useScrollAnchor();

  function change(digits: string) {
    setCode(digits);
    setError(undefined);
  }

  async function verify(digits: string) {
    if (isSending.current) return;
    keepInPlace(form.current?.querySelector("button[type=submit]") ?? null);
    if (digits.length < codeLength) return setError(`Enter all ${codeLength} digits.`);
    isSending.current = true;
    setBusy(true);
    setError(undefined);
    setProblem(undefined);
    const result = await call(activation, { id, code: digits });
    isSending.current = false;
    setBusy(false);
    if (result.ok) {
      onActivated();
      return setActivated({ emailToConfirm: result.value.emailToConfirm === true });
    }
    if (result.problem.code !== "code_wrong") return setProblem(result.problem);
    setCode("");
    setAttempt((before) => before + 1);
    setError(`${result.problem.message}. Enter the six digits from the latest message.`);
  }

  // the browser may read an SMS that names this site, with the user's permission
  const takeFromSms = useEffectEvent((digits: string) => {
    change(digits);
    void verify(digits);
  });
  useEffect(() => readCodeFromSms(takeFromSms), []);

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label="One-time code"
      onSubmit={(event) => {
        event.preventDefault();
        void verify(code);
      }}
    >
      <FocusFirstInput key={attempt}>
        <CodeInput
          label="One-time code"
          hint={`${codeHint(toPhone)} Valid for ${codeLifetimeMinutes} minutes. You can paste all ${codeLength} digits at once.`}
          value={code}
          onChange={change}
          onFull={(digits) => void verify(digits)}
          error={error}
          length={codeLength}
        />
      </FocusFirstInput>
      {/* next to the button that was pressed */}
      {problem && (
        <Notice tone="problem" announce title={texts.codeWrong}>
          {problemMessage(problem)}
        </Notice>
      )}
      <Button kind="primary" type="submit" wide busy={busy && "Checking the code…"}>
        {texts.verifyOtp}
      </Button>
      <ResendCode
        id={id}
        onSent={() => {
          change("");
          setProblem(undefined);
        }}
      />
      <Dialog
        open={activated !== undefined}
        title="Your account is open"
        onClose={onDone}
        actions={
          <Button kind="primary" onClick={onDone}>
            Sign in
          </Button>
        }
      >
        {activated?.emailToConfirm ? (
          <>
            <p>Your account is ready. Sign in with your email and password.</p>
            <p>
              <strong>One step left: confirm your email.</strong> Open the link in the email we sent you. You can't pay
              or run checks until you do.
            </p>
          </>
        ) : (
          "You're all set. Sign in to continue."
        )}
      </Dialog>
    </form>
  );
}

/** Email and SMS have separate codes, so that each verifies its own channel; either activates the account. */
const codeHint = (toPhone: boolean) =>
  toPhone
    ? "Use the code from the email to start right away. If you use the SMS code, you must also confirm your email before you can pay or run checks."
    : "Use the code from the email.";

/** Focuses its first input when it mounts: it is the screen's only task, and a code is often pasted at once. */
function FocusFirstInput({ children }: { readonly children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // after the screen has moved the focus to its title
    const frame = requestAnimationFrame(() => container.current?.querySelector("input")?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return <div ref={container}>{children}</div>;
}
