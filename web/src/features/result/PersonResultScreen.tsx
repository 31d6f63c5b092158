import * as texts from "@idanimo/contract/texts";
import { checkConsent } from "@idanimo/contract/verification";
import { isRefunded } from "@idanimo/contract/verification-states";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { useLive } from "../../lib/live.ts";
import { queryOf } from "../../lib/query.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration, DoorIllustration, LensIllustration } from "../../ui/illustrations.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../../ui/Skeleton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { PersonRecord } from "./PersonRecord.tsx";
import styles from "./PersonResultScreen.module.css";
import { recordIn } from "./rules.ts";

/** A person's result at `/result` and `/premblyNinResult`. Source: RESULT-COMMON-01 to 07, RESULT-NIN-01 to 06. */
export function PersonResultScreen() {
  const { requestId } = useParams();
  return (
    <>
      <PageHeader title={texts.verificationResult} back="/main-dashboard" />
      {requestId === undefined ? <NoRecord /> : <Result key={requestId} id={requestId} />}
    </>
  );
}

/** Nothing of the record outlives the screen: it is asked for here, kept while shown, and let go of when its time is over. */
function Result({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const [gone, setGone] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const query = useQuery({ ...queryOf(checkConsent, { id }), gcTime: 0, staleTime: 0, enabled: !gone });
  const letGo = useCallback(() => {
    setGone(true);
    client.removeQueries({ queryKey: [checkConsent.path, { id }] });
  }, [client, id]);
  useLive({
    active: !gone,
    onEvent: (event) => {
      if ("requestId" in event && event.requestId === id) void query.refetch();
    },
    poll: () => void query.refetch(),
  });

  if (gone) return <Gone />;
  const request = query.data;
  if (!request) {
    if (!query.isError) return <Coming onRetry={() => void query.refetch()} />;
    if (query.error.problem.code === "not_found") return <NoRecord />;
    return (
      <div className={styles.stack}>
        <ErrorPanel
          title="The result could not be loaded"
          next={query.error.message}
          busy={query.isFetching && "Trying again"}
          onRetry={() => void query.refetch()}
        />
        <PersonRecord request={undefined} record={undefined} onGone={letGo} />
      </div>
    );
  }
  const over = request.goneAt !== null && Date.parse(request.goneAt) <= openedAt;
  if (request.outcome !== null && isRefunded(request.outcome))
    return (
      <Ended title="This request could not be done" illustration="door">
        The money is back in your wallet.
      </Ended>
    );
  switch (request.consent) {
    case "pending":
    case "initiate":
      return (
        <div className={styles.waiting}>
          <p className={styles.spinner} role="status">
            <Spinner size={28} />
            {request.consent === "pending" ? texts.awaitingConsentSpinner : texts.inProgress}
          </p>
          {request.deadline && (
            <p className="quiet">
              The person can answer until <Countdown at={request.deadline} over="now" />. This page goes on by itself.
            </p>
          )}
        </div>
      );
    case "denied":
      return (
        <Ended title={texts.consentDenied} illustration="door">
          The person said no. Nothing can be shown, and the charge is kept.
        </Ended>
      );
    case "terminated":
      return <Gone />;
    case "No data found":
      return <NoRecord />;
    case "granted": {
      if (over) return <Gone />;
      const record = recordIn(request.data);
      return record ? <PersonRecord request={request} record={record} onGone={letGo} /> : <NoRecord />;
    }
  }
}

function NoRecord() {
  return (
    <Ended title={texts.noRecordFound} illustration="lens">
      The source holds nothing for this request.
    </Ended>
  );
}

function Gone() {
  return (
    <Ended title={texts.consentExpired} illustration="desk">
      The time to see this record is over, or the person took their yes back. It has been erased.
    </Ended>
  );
}

const illustrations = { desk: DeskIllustration, door: DoorIllustration, lens: LensIllustration };

type EndedProps = {
  readonly title: string;
  readonly illustration: keyof typeof illustrations;
  readonly children: string;
};

function Ended({ title, illustration, children }: EndedProps) {
  const Illustration = illustrations[illustration];
  return (
    <EmptyState
      illustration={<Illustration />}
      title={title}
      action={
        <LinkButton kind="primary" href="/main-dashboard">
          {texts.returnToDashboard}
        </LinkButton>
      }
    >
      {children}
    </EmptyState>
  );
}

function Coming({ onRetry }: { readonly onRetry: () => void }) {
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
