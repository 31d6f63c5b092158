import { isSearchType, resultRouteOf, isHolderCheck } from "@idanimo/contract/catalogue";
import * as texts from "@idanimo/contract/texts";
import { recordFromResponse } from "@idanimo/contract/verification";
import { isRefunded } from "@idanimo/contract/verification-states";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, use, useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";
import { useLiveUpdates, useEventStreamState } from "../../lib/live-updates.ts";
import { cancelAndInvalidate } from "../../lib/query.ts";
import { Redirect } from "../../lib/redirect.ts";
import { useLocation } from "../../lib/router.ts";
import { expiredReason, refundReason } from "@idanimo/contract/refund-reason";
import { LinkButton } from "../../ui/Button.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { AfterRecord } from "./after-record.ts";
import { ResultSkeleton, EndedRequest, ExpiredResult, NoRecordFound, PendingResult } from "./ResultStates.tsx";
import styles from "./ResultFrame.module.css";
import { extractRecord } from "./rules.ts";
import { type ResultRequest, resultQueryKey, resultQuery, useSuspended } from "./result-query.ts";

export type { ResultRequest } from "./result-query.ts";

/**
 * The props of a result screen: the record in its own shape. Both are undefined if it could not be loaded
 * [RESULT-COMMON-06].
 */
export type DisplayedResult<Shape> = {
  readonly request: ResultRequest | undefined;
  readonly record: Shape | undefined;
  /** Call it when the record expires, to remove all of it. `RecordFacts` does so. */
  readonly onExpired: () => void;
};

type Props<Shape> = {
  readonly title?: string;
  /** The catalogue's address of this screen; a request of another kind is redirected to its own [C-18]. */
  readonly route: `/${string}`;
  readonly shape: z.ZodMiniType<Shape>;
  readonly isEmpty?: (record: Shape) => boolean;
  readonly children: (drawn: DisplayedResult<Shape>) => ReactNode;
};

/**
 * One request's result with every state around its record: pending, denied, expired, empty or not loaded. Each
 * kind's screen supplies the shape and renders it [RESULT-COMMON-01 to RESULT-COMMON-08 CONSENT-08].
 */
export function ResultFrame<Shape>({ title = texts.verificationResult, ...props }: Props<Shape>) {
  const { requestId } = useLocation().params;
  return (
    <>
      <PageHeader title={title} back="/main-dashboard" />
      {requestId === undefined ? (
        <NoRecordFound reason="asked" />
      ) : (
        <Result key={requestId} id={requestId} {...props} />
      )}
    </>
  );
}

type ResultProps<Shape> = Omit<Props<Shape>, "title"> & { readonly id: string };

/**
 * Holds a record until it expires, then removes all of it at once: from the screen, the cache and pending requests
 * [T-51].
 */
function Result<Shape>({ id, ...props }: ResultProps<Shape>) {
  const client = useQueryClient();
  const [isExpired, setIsExpired] = useState(false);
  const [round, setRound] = useState(0);
  const removeFromCache = useCallback(() => client.removeQueries({ queryKey: resultQueryKey(id) }), [client, id]);
  const isSuspended = useSuspended(removeFromCache);
  const expire = useCallback(() => {
    setIsExpired(true);
    removeFromCache();
  }, [removeFromCache]);
  const restart = useCallback(() => {
    setRound((before) => before + 1);
    removeFromCache();
  }, [removeFromCache]);
  if (isExpired) return <ExpiredResult reason={texts.endedByExpiry} />;
  if (isSuspended) return <ResultSkeleton onRetry={() => location.reload()} />;
  return <LoadedResult key={round} id={id} onExpired={expire} onStale={restart} {...props} />;
}

/** How long a record stays on the screen after the server reported a change to it. */
const staleRecordLimitMs = 700;

type LoadedResultProps<Shape> = ResultProps<Shape> & {
  readonly onExpired: () => void;
  /** Something changed, and it could not be refetched in time. */
  readonly onStale: () => void;
};

function LoadedResult<Shape>({ id, route, shape, isEmpty, children, onExpired, onStale }: LoadedResultProps<Shape>) {
  const stream = useEventStreamState();
  // subscribes before fetching, so that a withdrawal of consent while the page loads is not missed
  const resultOptions = resultQuery(id);
  const query = useQuery({ ...resultOptions, enabled: stream !== "coming" });
  const client = useQueryClient();
  const afterRecord = use(AfterRecord);
  const request = query.data;
  const refetch = () => void cancelAndInvalidate(client, resultOptions.queryKey);
  const code = query.error?.problem.code;
  useEffect(() => {
    // oxlint-disable-next-line no-console -- logs the failed fetch by its code only [ERR-53 C-42]
    if (code) console.warn(`The result could not be loaded: ${code}`);
  }, [code]);

  async function refetchOrMarkStale() {
    if (!request?.data) return refetch();
    const staleTimer = setTimeout(onStale, staleRecordLimitMs);
    await cancelAndInvalidate(client, resultOptions.queryKey);
    clearTimeout(staleTimer);
    if (client.getQueryState(resultOptions.queryKey)?.status === "error") onStale();
  }
  useLiveUpdates({
    onEvent: (event) => {
      const isAbout = "requestId" in event && [id, request?.plateOwner?.requestId].includes(event.requestId);
      if (isAbout) void refetchOrMarkStale();
    },
    poll: refetch,
    pollsBesideStream: stream === "late",
  });

  const errorView = (why: string) => (
    <div className={styles.stack}>
      <ErrorPanel
        title="The result could not be loaded"
        next={why}
        busy={query.isFetching && "Trying again"}
        onRetry={refetch}
      />
      {children({ request: undefined, record: undefined, onExpired })}
    </div>
  );
  // also removes a record that was on the screen: the server no longer has it
  if (query.isError && code === "not_found") return <NoRecordFound reason="known" message={query.error.message} />;
  if (!request) return query.isError ? errorView(query.error.message) : <ResultSkeleton onRetry={refetch} />;
  if (!isSearchType(request.searchType)) return errorView(texts.pageOutOfDate);
  const ownRoute = resultRouteOf(request.searchType);
  if (ownRoute !== route) return <Redirect to={`${ownRoute}/${id}`} />;
  // a vehicle's owner is shown on the result of the registration number
  if (isHolderCheck(request.searchType) && request.plateOwner)
    return <Redirect to={`${route}/${request.plateOwner.resultId}`} />;
  if (request.outcome !== null && isRefunded(request.outcome))
    return (
      <EndedRequest
        title="This check could not be completed"
        illustration="door"
        next={
          request.outcome === "MINOR" && (
            <LinkButton href={`/consent?request=${id}`}>{texts.askThroughGuardian}</LinkButton>
          )
        }
      >
        {refundReason(request.outcome, request.searchType)} {texts.moneyReturned}
      </EndedRequest>
    );
  switch (request.consent) {
    case "pending":
    case "initiate":
      return <PendingResult request={request} />;
    case "denied":
      return (
        <EndedRequest title={texts.consentDenied} illustration="door">
          The person refused, so there is no result. This check isn't refundable.
        </EndedRequest>
      );
    case "terminated":
      if (request.outcome === "CANCELLED")
        return (
          <EndedRequest title={texts.rowCancelled} illustration="door">
            {texts.endedByCancellation}
          </EndedRequest>
        );
      return <ExpiredResult reason={expiredReason(request)} />;
    case "No data found":
      return <NoRecordFound message={request.error} />;
    case "granted": {
      if (request.message === texts.rowExpired) return <ExpiredResult reason={expiredReason(request)} />;
      const rawRecord = extractRecord(recordFromResponse(request));
      if (!rawRecord) return <NoRecordFound message={request.error} />;
      const read = z.safeParse(shape, rawRecord);
      if (!read.success) return errorView(texts.pageOutOfDate);
      if (isEmpty?.(read.data)) return <NoRecordFound message={request.error} />;
      return (
        <>
          {children({ request, record: read.data, onExpired })}
          {afterRecord}
        </>
      );
    }
    default:
      return errorView(texts.pageOutOfDate);
  }
}
