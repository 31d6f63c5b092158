import type { Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./Organisation.module.css";

type Props = {
  readonly busy: string | false;
  readonly problem: Problem | undefined;
  readonly onDismiss: () => void;
  /** Whether the member may change these settings. */
  readonly isAllowed: boolean;
  readonly label?: string;
  /** `secondary` where another form of the screen has the primary button. */
  readonly kind?: "primary" | "secondary";
};

/** The end of a form with settings: what went wrong, and the button. */
export function SaveSettings(props: Props) {
  const { busy, problem, onDismiss, isAllowed, label = "Save settings", kind = "primary" } = props;
  return (
    <>
      {problem && (
        <Notice tone="problem" announce title="The settings were not saved" onDismiss={onDismiss}>
          {Object.values(problem.fields ?? {}).join(" ") || problemMessage(problem)}
        </Notice>
      )}
      {isAllowed && (
        <div className={styles.buttons}>
          <Button kind={kind} type="submit" busy={busy}>
            {label}
          </Button>
        </div>
      )}
    </>
  );
}
