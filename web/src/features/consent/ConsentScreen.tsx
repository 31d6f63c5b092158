import { formatTime } from "@idanimo/contract/date-format";
import { rowOf } from "@idanimo/contract/catalogue";
import * as texts from "@idanimo/contract/texts";
import { checkConsent } from "@idanimo/contract/verification";
import { inGroups } from "@idanimo/contract/number-groups";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { GoTo } from "../../lib/go-to.ts";
import { useLive } from "../../lib/live.ts";
import { useQueryValue } from "../../lib/place.ts";
import { askAnew, type CallError, queryOf } from "../../lib/query.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DoorIllustration, ShutDoorIllustration } from "../../ui/illustrations.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { useTitle } from "../../ui/use-title.ts";
import styles from "./ConsentScreen.module.css";
import { GuardianRequest } from "./GuardianRequest.tsx";
import { askedWords, type Request, resultAddress, stepsOf, type Wait, waitOf } from "./rules.ts";

type Props = {
  /** Fetches the code of the screen at an address, before it is needed. */
  readonly fetchAhead: (address: string) => void;
};

/** The waiting screen at `/consent?request=`. It moves on by itself. Source: CONSENT-04 to CONSENT-07. */
export function ConsentScreen({ fetchAhead }: Props) {
  const id = useQueryValue("request");
  return <div className={styles.screen}>{id === "" ? <NoRequest /> : <Waiting id={id} fetchAhead={fetchAhead} />}</div>;
}

function NoRequest() {
  return (
    <>
      <PageHeader title={texts.awaitingConsentTitle} />
      <Notice tone="info" title="Which request?">
        Open a request that awaits consent from your history.
      </Notice>
      <WayBack isNext />
    </>
  );
}

function Waiting({ id, fetchAhead }: Props & { readonly id: string }) {
  const client = useQueryClient();
  const asked = queryOf(checkConsent, { id, only: "state" });
  const query = useQuery({ ...asked, gcTime: 0, staleTime: 0 });
  const [now, setNow] = useState(() => Date.now());
  const wait = query.data && waitOf(query.data, now);
  const open = wait === undefined || wait.kind === "waiting" || wait.kind === "looking_up";
  const ask = () => void askAnew(client, asked.queryKey);
  useLive({
    active: open,
    onEvent: (event) => {
      if ("requestId" in event && event.requestId === id) ask();
    },
    poll: ask,
    missesNothing: true, // a yes may come while the stream is being opened
  });
  const next = query.data && resultAddress(query.data, id);
  useEffect(() => (next === undefined ? undefined : whenIdle(() => fetchAhead(next))), [next, fetchAhead]);
  const deadline = query.data?.deadline;
  useEffect(() => {
    if (!deadline || !open) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, Date.parse(deadline) - now), 3_600_000));
    return () => clearTimeout(timer);
  }, [deadline, open, now]);

  const ended = wait?.kind === "ended" ? wait.heading : undefined;
  useTitle(ended);
  return (
    <>
      <PageHeader
        title={ended ?? texts.awaitingConsentTitle}
        back="/main-dashboard"
        backLabel={ended === undefined ? texts.returnToDashboard : texts.goBack}
      />
      <Standing id={id} query={query} wait={wait} onAsk={ask} />
      {ended !== undefined && <WayBack isNext={query.data?.outcome !== "MINOR"} />}
    </>
  );
}

/** The one next step where nothing is left to wait for; otherwise a way out beside it. */
function WayBack({ isNext }: { readonly isNext: boolean }) {
  return (
    <LinkButton kind={isNext ? "primary" : "secondary"} href="/main-dashboard">
      {texts.returnToDashboard}
    </LinkButton>
  );
}

type StandingProps = {
  readonly id: string;
  readonly query: UseQueryResult<Request, CallError>;
  readonly wait: Wait | undefined;
  readonly onAsk: () => void;
};

/** Where it stands, below its heading. */
function Standing({ id, query, wait, onAsk: ask }: StandingProps) {
  if (query.data === undefined && query.isError)
    return (
      <ErrorPanel
        title={
          query.error.problem.code === "not_found"
            ? "There is no such request of yours"
            : "We could not ask how it stands"
        }
        money="Nothing was charged by looking."
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={ask}
      />
    );
  if (!query.data || !wait) return <Asking words="Looking how it stands" />;
  if (wait.kind === "granted") return <GoTo address={resultAddress(query.data, id)} />;
  if (wait.kind === "ended")
    return (
      <>
        <section className={styles.card}>
          <ShutDoorIllustration />
          <Notice tone="problem" announce title={wait.title}>
            {wait.money}
          </Notice>
        </section>
        {query.data.outcome === "MINOR" && <GuardianRequest requestId={id} asked={query.data.guardian} onAsked={ask} />}
      </>
    );
  if (wait.kind === "looking_up") return <Asking words="You have paid. We are asking the source." />;
  return (
    <>
      <Pending request={query.data} />
      {query.isError && (
        <Notice tone="waiting" title="We lost the connection">
          Nothing is lost: we keep asking, and this page goes on by itself.
        </Notice>
      )}
    </>
  );
}

function Asking({ words }: { readonly words: string }) {
  return (
    <p className={styles.spinner} role="status">
      <Spinner size={28} />
      {words}
    </p>
  );
}

function Pending({ request }: { readonly request: Request }) {
  const { deadline, asked } = request;
  return (
    <section className={styles.card} aria-label={texts.awaitingConsent}>
      <DoorIllustration />
      <p className={styles.spinner} role="status">
        <Spinner size={24} />
        <strong>Waiting for the person to answer</strong>
      </p>
      <p>{askedWords(asked)} They say yes or no; only then this page goes on, by itself.</p>
      {deadline && (
        <p>
          They have until <DateText at={deadline} withTime />: <Countdown at={deadline} over="now" after="." />
        </p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Asked about</dt>
          <dd>
            {rowOf(request.searchType).searchParameter}{" "}
            <MaskedValue value={inGroups(request.searchType, request.searchValue)} />
          </dd>
        </div>
      </dl>
      <p className="quiet">
        If one message does not arrive, we try the other way, and then once more. Is it you yourself? Then the message
        is yours to answer.
      </p>
      <p className="quiet">You need not stay. Your history shows the answer as well.</p>
      {/* last, since it grows */}
      {asked.length > 0 && (
        <div>
          <h2 className={styles.tried}>How we reached out (Lagos time)</h2>
          <ol className={styles.steps} aria-live="polite">
            {stepsOf(asked).map(({ channel, before, at, after }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a step keeps its place
              <li key={place}>
                <strong>{channel}</strong>
                <span>
                  {before} <time dateTime={at}>{formatTime(at)}</time>
                  {after}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
