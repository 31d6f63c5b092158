import type { ReactNode } from "react";
import type { Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { useIsSlow } from "../../lib/use-is-slow.ts";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { CheckCircleIcon } from "../../ui/icons.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import type { CaptchaState } from "./keep-captcha-solved.ts";
import type { CaptchaFailure } from "./solve-challenge.ts";
import styles from "./CaptchaStatus.module.css";

type Props = {
  readonly id: string;
  readonly state: CaptchaState;
  readonly onRetry: () => void;
  /** The widget of an external captcha provider, and the message for when it does not load. */
  readonly hosted?: { readonly widget: ReactNode; readonly failed: string } | undefined;
};

/** The state of the captcha as text. Always rendered, so that screen readers announce its changes. */
export function CaptchaStatus({ id, state, onRetry, hosted }: Props) {
  const isSlow = useIsSlow(state.step === "working");
  return (
    <div id={id} aria-live="polite">
      {state.step === "working" && (
        <p className={styles.line}>
          <Spinner size={18} />
          <span>
            {isSlow
              ? "Still checking. You can continue when it is done."
              : `Security check…${hosted ? "" : " You don't need to do anything."}`}
          </span>
        </p>
      )}
      {state.step === "done" && (
        <p className={classes(styles.line, styles.done)}>
          <CheckCircleIcon size={18} />
          <span>Security check passed</span>
        </p>
      )}
      {state.step === "failed" && (
        <Notice
          tone="problem"
          title="The security check did not finish."
          actions={
            <Button size="small" onClick={onRetry}>
              Check again
            </Button>
          }
        >
          <p>{failureMessageOf(state.why, hosted?.failed)}</p>
        </Notice>
      )}
      {hosted && <div className={styles.hosted}>{hosted.widget}</div>}
    </div>
  );
}

const failureMessages = {
  late: "It took too long. Check your connection and try again. What you typed is still here.",
  not_loaded: "Part of this page did not load. Check your connection and try again.",
  unable: "Your browser could not do it. Reload the page, or use a newer browser.",
} as const satisfies Record<CaptchaFailure, string>;

function failureMessageOf(why: Problem | CaptchaFailure, hostedWords: string | undefined) {
  if (typeof why === "object") return problemMessage(why);
  return (why === "not_loaded" && hostedWords) || failureMessages[why];
}
