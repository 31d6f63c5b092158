import { resendCode } from "@idanimo/contract/accounts";
import { codeResendSeconds } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { clock } from "../../lib/format.ts";
import { useHeld } from "../../lib/held.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./ResendCode.module.css";

type Props = { readonly id: string; readonly onSent: () => void };

/** Asks for another code, at most one a minute. One has just been sent when this appears. Source: A§4, design 3. */
export function ResendCode({ id, onSent }: Props) {
  const [freeAt, setFreeAt] = useState(() => Date.now() + codeResendSeconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const toast = useToast();
  const hold = useHeld();
  const left = Math.ceil((freeAt - now) / 1000);

  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [counting]);

  async function resend(pressed: Element) {
    hold(pressed);
    setBusy(true);
    setProblem(undefined);
    const answer = await call(resendCode, { id });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.problem);
    toast({ tone: "success", text: texts.codeSent });
    setNow(Date.now());
    setFreeAt(Date.now() + codeResendSeconds * 1000);
    onSent();
  }

  return (
    <div className={styles.resend}>
      {problem && (
        <Notice tone="problem" announce title={problem.status === 0 ? texts.codeSendError : texts.codeResendFailed}>
          {wordsOf(problem)}
        </Notice>
      )}
      <div className={styles.line}>
        <span>No code yet?</span>
        <Button
          kind="quiet"
          size="small"
          disabled={counting}
          busy={busy && "Sending…"}
          onClick={(event) => void resend(event.currentTarget)}
        >
          {texts.resendCode}
        </Button>
        {counting && <span className="figures">in {clock(left)}</span>}
      </div>
    </div>
  );
}
