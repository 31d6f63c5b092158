import { useId } from "react";
import type { CaptchaCheck } from "../../lib/captcha-check.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./ProceedButton.module.css";

type Props = { readonly accepted: boolean; readonly check: CaptchaCheck; readonly busy: boolean };

/**
 * Submits a sign-up. Disabled until the terms are accepted and the captcha is solved; a hint says which is missing.
 */
export function ProceedButton({ accepted, check, busy }: Props) {
  const id = useId();
  return (
    <div className={styles.proceed}>
      {!accepted && (
        <p id={id} className={styles.why}>
          Accept the terms to continue.
        </p>
      )}
      {check.statusLine}
      <Button
        kind="primary"
        type="submit"
        wide
        disabled={!busy && (!accepted || !check.solution)}
        aria-describedby={accepted ? check.statusLineId : `${id} ${check.statusLineId}`}
        busy={busy && "Creating your account…"}
      >
        Proceed
      </Button>
    </div>
  );
}
