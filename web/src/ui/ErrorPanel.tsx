import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";

type Props = {
  /** What happened. */
  readonly title: ReactNode;
  /** Whether money moved; leave it out where money plays no part. */
  readonly money?: ReactNode;
  /** What to do now. */
  readonly next?: ReactNode;
  readonly onRetry?: () => void;
  /** Words while it is being tried again. */
  readonly busy?: string | false;
  readonly actions?: ReactNode;
};

/** Something failed: what happened, whether money moved, what to do, in this order, with "Try again". */
export function ErrorPanel({ title, money, next, onRetry, busy, actions }: Props) {
  return (
    <Notice
      tone="problem"
      announce
      title={title}
      actions={
        (onRetry || actions) && (
          <>
            {onRetry && (
              <Button size="small" onClick={onRetry} busy={busy}>
                Try again
              </Button>
            )}
            {actions}
          </>
        )
      }
    >
      {money && <p>{money}</p>}
      {next && <p>{next}</p>}
    </Notice>
  );
}
