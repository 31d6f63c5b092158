import { rowOf } from "@idanimo/contract/catalogue";
import * as texts from "@idanimo/contract/texts";
import { checkConsent } from "@idanimo/contract/verification";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useLive } from "../../lib/live.ts";
import { queryOf } from "../../lib/query.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { groupDigits } from "../../ui/grouped.ts";
import { DoorIllustration } from "../../ui/illustrations.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./ConsentScreen.module.css";
import { askedWords, channelName, messageWords, type Request, resultAddress, waitOf } from "./rules.ts";

/** The waiting screen at `/consent?request=`. It moves on by itself. Source: CONSENT-04 to CONSENT-07. */
export function ConsentScreen() {
  const [params] = useSearchParams();
  const id = params.get("request") ?? "";
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.awaitingConsentTitle} />
      {id === "" ? <NoRequest /> : <Waiting id={id} />}
      <LinkButton href="/main-dashboard">{texts.returnToDashboard}</LinkButton>
    </div>
  );
}

function NoRequest() {
  return (
    <Notice tone="info" title="Which request?">
      Open a request that awaits consent from your history.
    </Notice>
  );
}

function Waiting({ id }: { readonly id: string }) {
  const query = useQuery({ ...queryOf(checkConsent, { id }), gcTime: 0, staleTime: 0 });
  const [now, setNow] = useState(() => Date.now());
  const wait = query.data && waitOf(query.data, now);
  const open = wait === undefined || wait.kind === "waiting" || wait.kind === "looking_up";
  const ask = () => void query.refetch();
  useLive({
    active: open,
    onEvent: (event) => {
      if ("requestId" in event && event.requestId === id) ask();
    },
    poll: ask,
  });
  const deadline = query.data?.deadline;
  useEffect(() => {
    if (!deadline || !open) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, Date.parse(deadline) - now), 3_600_000));
    return () => clearTimeout(timer);
  }, [deadline, open, now]);

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
  if (wait.kind === "granted") return <Navigate to={resultAddress(query.data, id)} replace />;
  if (wait.kind === "ended")
    return (
      <Notice tone="problem" announce title={wait.title}>
        {wait.money}
      </Notice>
    );
  if (wait.kind === "looking_up") return <Asking words="You have paid. We are asking the source." />;
  return (
    <>
      <Pending request={query.data} />
      {query.isError && (
        <Notice tone="waiting" title="We lost the connection">
          {query.error.message}. We keep asking, and this page goes on by itself.
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
      <div className={styles.picture}>
        <DoorIllustration />
      </div>
      <p className={styles.spinner} role="status">
        <Spinner size={24} />
        <strong>Waiting for the person to answer</strong>
      </p>
      <p>{askedWords(asked)} They say yes or no; only then this page goes on, by itself.</p>
      {deadline && (
        <p>
          They have until <DateText at={deadline} withTime />: <Countdown at={deadline} over="now" />.
        </p>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Asked about</dt>
          <dd>
            {rowOf(request.searchType).searchParameter} <MaskedValue value={grouped(request.searchValue)} />
          </dd>
        </div>
        {asked.map(({ channel, state }) => (
          <div key={channel}>
            <dt>{channelName(channel)}</dt>
            <dd>{messageWords[state]}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">You need not stay. Your history shows the answer as well.</p>
    </section>
  );
}

/** An identity number in groups that can be read aloud. */
function grouped(value: string): string {
  return /^\d{11}$/.test(value) ? groupDigits(value, [3, 4, 4]) : value;
}
