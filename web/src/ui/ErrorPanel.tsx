import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";

type Props = {
  /** What happened. */
  readonly title: ReactNode;
  /** Whether money moved; omit it if no money is involved. */
  readonly money?: ReactNode;
  /** What to do next. */
  readonly next?: ReactNode;
  readonly onRetry?: () => void;
  /** Label while retrying. */
  readonly busy?: string | false;
  readonly actions?: ReactNode;
};

/** A failure: what happened, whether money moved, what to do next, in this order, with "Try again". */
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
