import { resendCode } from "@idanimo/contract/accounts";
import { codeResendIntervalSeconds } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { formatMinutesSeconds } from "../../lib/format.ts";
import { useScrollAnchor } from "../../lib/use-scroll-anchor.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./ResendCode.module.css";

type Props = { readonly id: string; readonly onSent: () => void };

/** Requests another code, at most one a minute. One has just been sent when this mounts. */
export function ResendCode({ id, onSent }: Props) {
  const [nextSendAt, setNextSendAt] = useState(() => Date.now() + codeResendIntervalSeconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const toast = useToast();
  const keepInPlace = useScrollAnchor();
  const secondsLeft = Math.ceil((nextSendAt - now) / 1000);

  const isCountingDown = secondsLeft > 0;
  useEffect(() => {
    if (!isCountingDown) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCountingDown]);

  async function resend(pressed: Element) {
    keepInPlace(pressed);
    setBusy(true);
    setProblem(undefined);
    const result = await call(resendCode, { id });
    setBusy(false);
    if (!result.ok) return setProblem(result.problem);
    toast({ tone: "success", text: texts.codeSent });
    setNow(Date.now());
    setNextSendAt(Date.now() + codeResendIntervalSeconds * 1000);
    onSent();
  }

  return (
    <div className={styles.resend}>
      {problem && (
        <Notice tone="problem" announce title={problem.status === 0 ? texts.codeSendError : texts.codeResendFailed}>
          {problemMessage(problem)}
        </Notice>
      )}
      <div className={styles.line}>
        <span>No code yet?</span>
        <Button
          kind="quiet"
          size="small"
          disabled={isCountingDown}
          busy={busy && "Sending…"}
          onClick={(event) => void resend(event.currentTarget)}
        >
          {texts.resendCode}
        </Button>
        {isCountingDown && <span className="figures">in {formatMinutesSeconds(secondsLeft)}</span>}
      </div>
    </div>
  );
}
