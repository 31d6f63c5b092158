import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import { checkConsent } from "@idanimo/contract/verification";
import { isRefunded } from "@idanimo/contract/verification-states";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { Navigate, useParams } from "react-router";
import * as z from "zod/mini";
import { useLive } from "../../lib/live.ts";
import { queryOf } from "../../lib/query.ts";
import { refundReason } from "../../lib/refund-reason.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration, DoorIllustration, LensIllustration } from "../../ui/illustrations.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../../ui/Skeleton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./ResultFrame.module.css";
import { recordIn } from "./rules.ts";

export type Request = OutputOf<typeof checkConsent>;

/** What a screen draws: the record in its own shape. Both are undefined where it could not be loaded. Source: RESULT-COMMON-06. */
export type Drawn<Shape> = {
  readonly request: Request | undefined;
  readonly record: Shape | undefined;
  /** To be called when the record's time is over: nothing of it is kept. */
  readonly onGone: () => void;
};

type Props<Shape> = {
  readonly title?: string;
  /** The catalogue's address of this screen; a request of another kind is led to its own. Source: C-18. */
  readonly route: `/${string}`;
  readonly shape: z.ZodMiniType<Shape>;
  readonly isEmpty?: (record: Shape) => boolean;
  readonly children: (drawn: Drawn<Shape>) => ReactNode;
};

/**
 * One request's result with everything around its record: waiting, refused, gone, nothing found, not loaded. Each kind's
 * screen brings the shape and draws it. Source: RESULT-COMMON-01 to 07, CONSENT-08.
 */
export function ResultFrame<Shape>({ title = texts.verificationResult, ...props }: Props<Shape>) {
  const { requestId } = useParams();
  return (
    <>
      <PageHeader title={title} back="/main-dashboard" />
      {requestId === undefined ? <NoRecord /> : <Result key={requestId} id={requestId} {...props} />}
    </>
  );
}

/** Nothing of the record outlives the screen: it is asked for here, kept while shown, and let go of when its time is over. */
function Result<Shape>({ id, route, shape, isEmpty, children }: Omit<Props<Shape>, "title"> & { readonly id: string }) {
  const client = useQueryClient();
  const [gone, setGone] = useState<SearchType>();
  const [openedAt] = useState(() => Date.now());
  const query = useQuery({ ...queryOf(checkConsent, { id }), gcTime: 0, staleTime: 0, enabled: !gone });
  const request = query.data;
  const kind = request?.searchType;
  const letGo = useCallback(() => {
    setGone(kind);
    client.removeQueries({ queryKey: [checkConsent.path, { id }] });
  }, [client, id, kind]);
  useLive({
    active: !gone,
    onEvent: (event) => {
      if ("requestId" in event && event.requestId === id) void query.refetch();
    },
    poll: () => void query.refetch(),
  });

  if (gone) return <Gone kind={gone} />;
  const failed = (why: string) => (
    <div className={styles.stack}>
      <ErrorPanel
        title="The result could not be loaded"
        next={why}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
      {children({ request: undefined, record: undefined, onGone: letGo })}
    </div>
  );
  if (!request) {
    if (!query.isError) return <Coming onRetry={() => void query.refetch()} />;
    return query.error.problem.code === "not_found" ? <NoRecord /> : failed(query.error.message);
  }
  const own = rowOf(request.searchType).resultRoute;
  if (own !== route) return <Navigate to={`${own}/${id}`} replace />;
  if (request.outcome !== null && isRefunded(request.outcome))
    return (
      <Ended title="This request could not be done" illustration="door">
        {refundReason(request.outcome)} The money is back in your wallet.
      </Ended>
    );
  switch (request.consent) {
    case "pending":
    case "initiate":
      return <Waiting request={request} />;
    case "denied":
      return (
        <Ended title={texts.consentDenied} illustration="door">
          The person said no. Nothing can be shown, and the charge is kept.
        </Ended>
      );
    case "terminated":
      return <Gone kind={request.searchType} />;
    case "No data found":
      return <NoRecord />;
    case "granted": {
      if (request.goneAt !== null && Date.parse(request.goneAt) <= openedAt) return <Gone kind={request.searchType} />;
      const held = recordIn(request.data);
      if (!held) return <NoRecord />;
      const read = z.safeParse(shape, held);
      if (!read.success) return failed("Its record has a form that this page does not know. Load the page again.");
      return isEmpty?.(read.data) ? <NoRecord /> : children({ request, record: read.data, onGone: letGo });
    }
  }
}

function Waiting({ request }: { readonly request: Request }) {
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
}

function NoRecord() {
  return (
    <Ended title={texts.noRecordFound} illustration="lens">
      The source holds nothing for this request.
    </Ended>
  );
}

function Gone({ kind }: { readonly kind: SearchType }) {
  return (
    <Ended title={texts.consentExpired} illustration="desk">
      {rowOf(kind).consent
        ? "The time to see this record is over, or the person took their yes back. It has been erased."
        : "The time to see this record is over. It has been erased."}
    </Ended>
  );
}

const illustrations = { desk: DeskIllustration, door: DoorIllustration, lens: LensIllustration };

type EndedProps = {
  readonly title: string;
  readonly illustration: keyof typeof illustrations;
  readonly children: ReactNode;
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
