import { formatTime } from "@idanimo/contract/date-format";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import * as texts from "@idanimo/contract/texts";
import { checkConsent } from "@idanimo/contract/verification";
import { groupIdentityNumber } from "@idanimo/contract/group-identity-number";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Redirect } from "../../lib/redirect.ts";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { useQueryValue } from "../../lib/router.ts";
import { cancelAndInvalidate, type CallError, operationQuery } from "../../lib/query.ts";
import { runWhenIdle } from "../../lib/when-idle.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DoorIllustration, ClosedDoorIllustration } from "../../ui/illustrations.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { useDocumentTitle } from "../../ui/use-document-title.ts";
import styles from "./ConsentScreen.module.css";
import { PendingRequestActions } from "./PendingRequestActions.tsx";
import { GuardianRequest } from "./GuardianRequest.tsx";
import {
  summariseDelivery,
  type ConsentRequest,
  resultAddress,
  deliverySteps,
  type WaitStatus,
  waitStatusOf,
} from "./rules.ts";

type Props = {
  /** Shown below a request that is pending. */
  readonly whileWaiting?: ReactNode;
  /** Prefetches the code of the screen at an address. */
  readonly fetchAhead: (address: string) => void;
};

/**
 * The waiting screen at `/consent?request=`. It follows the request without a reload [CONSENT-04 CONSENT-05
 * CONSENT-06 CONSENT-07].
 */
export function ConsentScreen(props: Props) {
  const id = useQueryValue("request");
  return <div className={styles.screen}>{id === "" ? <NoRequest /> : <ConsentWait id={id} {...props} />}</div>;
}

function NoRequest() {
  return (
    <>
      <PageHeader title={texts.awaitingConsentTitle} />
      <Notice tone="info" title="Which request?">
        Open a request that is waiting for consent from your history.
      </Notice>
      <DashboardLink isNext />
    </>
  );
}

function ConsentWait({ id, fetchAhead, whileWaiting }: Props & { readonly id: string }) {
  const client = useQueryClient();
  const consentQuery = operationQuery(checkConsent, { id, only: "state" });
  const query = useQuery({ ...consentQuery, gcTime: 0, staleTime: 0 });
  const [now, setNow] = useState(() => Date.now());
  const wait = query.data && waitStatusOf(query.data, now);
  const isOpen = wait === undefined || wait.kind === "waiting" || wait.kind === "looking_up";
  const refetch = () => void cancelAndInvalidate(client, consentQuery.queryKey);
  useLiveUpdates({
    enabled: isOpen,
    onEvent: (event) => {
      if ("requestId" in event && event.requestId === id) refetch();
    },
    poll: refetch,
    pollsBesideStream: true, // consent may be granted before the event stream is open
  });
  const nextAddress = query.data && resultAddress(query.data, id);
  useEffect(
    () => (nextAddress === undefined ? undefined : runWhenIdle(() => fetchAhead(nextAddress))),
    [nextAddress, fetchAhead],
  );
  const deadline = query.data?.deadline;
  useEffect(() => {
    if (!deadline || !isOpen) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, Date.parse(deadline) - now), 3_600_000));
    return () => clearTimeout(timer);
  }, [deadline, isOpen, now]);

  const endedHeading = wait?.kind === "ended" ? wait.heading : undefined;
  useDocumentTitle(endedHeading);
  return (
    <>
      <PageHeader
        title={endedHeading ?? texts.awaitingConsentTitle}
        back="/main-dashboard"
        backLabel={endedHeading === undefined ? texts.returnToDashboard : texts.goBack}
      />
      <WaitStatusView id={id} query={query} wait={wait} onAsk={refetch} whileWaiting={whileWaiting} />
      {endedHeading !== undefined && <DashboardLink isNext={query.data?.outcome !== "MINOR"} />}
    </>
  );
}

/** The only next step when the wait is over; otherwise a secondary link. */
function DashboardLink({ isNext }: { readonly isNext: boolean }) {
  return (
    <LinkButton kind={isNext ? "primary" : "secondary"} href="/main-dashboard">
      {texts.returnToDashboard}
    </LinkButton>
  );
}

type WaitStatusViewProps = Pick<Props, "whileWaiting"> & {
  readonly id: string;
  readonly query: UseQueryResult<ConsentRequest, CallError>;
  readonly wait: WaitStatus | undefined;
  readonly onAsk: () => void;
};

/** The status of the request, below the heading. */
function WaitStatusView({ id, query, wait, whileWaiting, onAsk: ask }: WaitStatusViewProps) {
  if (query.data === undefined && query.isError)
    return (
      <ErrorPanel
        title={
          query.error.problem.code === "not_found"
            ? "We can't find this request in your account"
            : "We couldn't get the status"
        }
        money="You haven't been charged."
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={ask}
      />
    );
  if (!query.data || !wait) return <LoadingLine words="Loading the status" />;
  if (wait.kind === "granted")
    return (
      <>
        <Redirect to={resultAddress(query.data, id)} />
        <LoadingLine words="The person agreed. Opening the result" />
      </>
    );
  if (wait.kind === "ended")
    return (
      <>
        <section className={styles.card}>
          <ClosedDoorIllustration />
          <Notice tone="problem" announce title={wait.title}>
            {wait.money}
          </Notice>
        </section>
        {query.data.outcome === "MINOR" && (
          <GuardianRequest requestId={id} sentRequest={query.data.guardian} onSent={ask} />
        )}
      </>
    );
  if (wait.kind === "looking_up") return <LoadingLine words="You have paid. We are checking the source." />;
  return (
    <>
      <PendingRequest request={query.data} whileWaiting={whileWaiting} />
      <PendingRequestActions id={id} request={query.data} onChanged={ask} />
      {query.isError && (
        <Notice tone="waiting" title="We lost the connection">
          We keep trying, and this page updates automatically.
        </Notice>
      )}
    </>
  );
}

function LoadingLine({ words }: { readonly words: string }) {
  return (
    <p className={styles.spinner} role="status">
      <Spinner size={28} />
      {words}
    </p>
  );
}

function PendingRequest({ request, whileWaiting }: Pick<Props, "whileWaiting"> & { readonly request: ConsentRequest }) {
  const { deadline, asked } = request;
  return (
    <section className={styles.card} aria-label={texts.awaitingConsent}>
      <DoorIllustration />
      <p className={styles.spinner} role="status">
        <Spinner size={24} />
        <strong>Waiting for the person to answer</strong>
      </p>
      <p>{summariseDelivery(asked)} We'll open the result as soon as they reply.</p>
      {deadline && (
        <p>
          They have until <DateText at={deadline} withTime />: <Countdown at={deadline} over="now" after="." />
        </p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Asked about</dt>
          <dd>
            {catalogueRowOf(request.searchType).searchParameter}{" "}
            <span className={styles.value}>
              <MaskedValue value={groupIdentityNumber(request.searchType, request.searchValue)} />
            </span>
          </dd>
        </div>
      </dl>
      <p className="quiet">
        If one message isn't delivered, we try another way, and then again. Checking yourself? Reply to the message we
        sent you.
      </p>
      <div>
        <p className="quiet">You can leave; the reply will appear in your history.</p>
        {whileWaiting}
      </div>
      {/* last, because it grows */}
      {asked.length > 0 && (
        <div>
          <h2 className={styles.tried}>Delivery (Lagos time)</h2>
          <ol className={styles.steps} aria-live="polite">
            {deliverySteps(asked, request.reminder?.sentAt ?? null).map(({ before, at, after }, position) => (
              // oxlint-disable-next-line react/no-array-index-key -- a step keeps its position
              <li key={position}>
                {before} <time dateTime={at}>{formatTime(at)}</time>
                {after}
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
