import * as texts from "@idanimo/contract/texts";
import { type ReactNode, useEffect, useState } from "react";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { DoorIllustration, LensIllustration, ClosedDoorIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../../ui/Skeleton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./ResultFrame.module.css";
import type { ResultRequest } from "./result-query.ts";

/** The states of a result page without a record. */

/** The subject or the source has not responded yet [CONSENT-08]. */
export function PendingResult({ request }: { readonly request: ResultRequest }) {
  return (
    <div className={styles.waiting}>
      <DoorIllustration />
      <p className={styles.spinner} role="status">
        <Spinner size={28} />
        {request.consent === "pending" ? texts.awaitingConsentSpinner : texts.inProgress}
      </p>
      {request.deadline && (
        <p>
          We asked the person. They have until <DateText at={request.deadline} withTime />:{" "}
          <Countdown at={request.deadline} over="now" after="." />
        </p>
      )}
      <p className="quiet">This page updates automatically. You can leave; the reply will appear in your history.</p>
    </div>
  );
}

const noRecordMessages = {
  found: "The source has no record for this request.",
  known: "We can't find this request in your account. Open a result from your history.",
  asked: "Open a result from your history.",
} as const;

/**
 * There is no record: always the same title on the page, and once a dialog with the server's message, if a request
 * was made [RESULT-COMMON-07 ERR-37 ERR-38 C-41].
 * @param reason no data, an unknown request, or no request in the address
 * @param message the server's message
 */
export function NoRecordFound({
  reason = "found",
  message,
}: {
  readonly reason?: keyof typeof noRecordMessages;
  readonly message?: string | null;
}) {
  const [open, setOpen] = useState(reason !== "asked");
  const close = () => setOpen(false);
  return (
    <>
      <EndedRequest title={texts.noRecordFound} illustration="lens">
        {noRecordMessages[reason]}
      </EndedRequest>
      <Dialog
        open={open}
        variant="alert"
        title="Oops!"
        onClose={close}
        actions={
          <Button kind="primary" onClick={close}>
            Close
          </Button>
        }
      >
        {message || texts.sorryNoRecord}
      </Dialog>
    </>
  );
}

/** There is no record, or no longer one: the reason and what happened to the money. */
export function ExpiredResult({ reason }: { readonly reason: string }) {
  useEffect(() => {
    scrollTo(0, 0); // a user who had scrolled down sees the reason; some browsers return a promise
  }, []);
  return (
    <EndedRequest title={texts.consentExpired} illustration="door">
      {reason}
    </EndedRequest>
  );
}

const illustrations = { door: ClosedDoorIllustration, lens: LensIllustration };

type EndedRequestProps = {
  readonly title: string;
  readonly illustration: keyof typeof illustrations;
  readonly children: ReactNode;
  /** An alternative next step. */
  readonly next?: ReactNode;
};

/** How a request ended without a record, and a link back. */
export function EndedRequest({ title, illustration, children, next }: EndedRequestProps) {
  const Illustration = illustrations[illustration];
  return (
    <EmptyState
      illustration={<Illustration />}
      title={title}
      action={
        <>
          {next}
          <LinkButton kind="primary" href="/main-dashboard">
            {texts.returnToDashboard}
          </LinkButton>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}

export function ResultSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Skeleton what="the result" onRetry={onRetry}>
      <div className={styles.coming}>
        <SkeletonBlock width="7rem" height="8.75rem" />
        <span>
          <SkeletonLine tall width="60%" />
          <SkeletonLine width="40%" />
          <SkeletonLine width="50%" />
        </span>
      </div>
      <SkeletonBlock height="16rem" />
    </Skeleton>
  );
}
