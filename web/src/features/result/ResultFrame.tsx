import { isSearchType, rowOf } from "@idanimo/contract/catalogue";
import * as texts from "@idanimo/contract/texts";
import { recordOf } from "@idanimo/contract/verification";
import { isRefunded } from "@idanimo/contract/verification-states";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, use, useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";
import { useLive, useStream } from "../../lib/live.ts";
import { askAnew } from "../../lib/query.ts";
import { GoTo } from "../../lib/go-to.ts";
import { usePlace } from "../../lib/place.ts";
import { expiredReason, refundReason } from "@idanimo/contract/refund-reason";
import { LinkButton } from "../../ui/Button.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { AfterRecord } from "./after-record.ts";
import { Coming, Ended, Gone, NoRecord, Waiting } from "./ResultEnds.tsx";
import styles from "./ResultFrame.module.css";
import { recordIn } from "./rules.ts";
import { type Request, requestKey, requestQuery, useResting } from "./use-request.ts";

export type { Request } from "./use-request.ts";

/** What a screen draws: the record in its own shape. Both are undefined where it could not be loaded. Source: RESULT-COMMON-06. */
export type Drawn<Shape> = {
  readonly request: Request | undefined;
  readonly record: Shape | undefined;
  /** To be called when the record's time is over: nothing of it is kept. `RecordFacts` does so. */
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
 * screen brings the shape and draws it. Source: RESULT-COMMON-01 to 08, CONSENT-08.
 */
export function ResultFrame<Shape>({ title = texts.verificationResult, ...props }: Props<Shape>) {
  const { requestId } = usePlace().params;
  return (
    <>
      <PageHeader title={title} back="/main-dashboard" />
      {requestId === undefined ? <NoRecord what="asked" /> : <Result key={requestId} id={requestId} {...props} />}
    </>
  );
}

type ResultProps<Shape> = Omit<Props<Shape>, "title"> & { readonly id: string };

/** Holds a record as long as it may be held, and lets go of all of it at once: what is drawn, the cache, what waits. Source: T-51. */
function Result<Shape>({ id, ...props }: ResultProps<Shape>) {
  const client = useQueryClient();
  const [gone, setGone] = useState(false);
  const [round, setRound] = useState(0);
  const drop = useCallback(() => client.removeQueries({ queryKey: requestKey(id) }), [client, id]);
  const resting = useResting(drop);
  const letGo = useCallback(() => {
    setGone(true);
    drop();
  }, [drop]);
  const beginAnew = useCallback(() => {
    setRound((before) => before + 1);
    drop();
  }, [drop]);
  if (gone) return <Gone reason={texts.endedByTime} />;
  if (resting) return <Coming onRetry={() => location.reload()} />;
  return <Held key={round} id={id} onGone={letGo} onDoubt={beginAnew} {...props} />;
}

/** For so long a record stays on the screen after the server has said that something about it changed. */
const doubtMs = 700;

type HeldProps<Shape> = ResultProps<Shape> & {
  readonly onGone: () => void;
  /** Something changed, and what it is cannot be learned at once. */
  readonly onDoubt: () => void;
};

function Held<Shape>({ id, route, shape, isEmpty, children, onGone, onDoubt }: HeldProps<Shape>) {
  const stream = useStream();
  // a yes that is taken back while the page opens is heard: the stream comes first, then the record
  const asked = requestQuery(id);
  const query = useQuery({ ...asked, enabled: stream !== "coming" });
  const client = useQueryClient();
  const after = use(AfterRecord);
  const request = query.data;
  const askAgain = () => void askAnew(client, asked.queryKey);
  const code = query.error?.problem.code;
  useEffect(() => {
    // oxlint-disable-next-line no-console -- a fetch that failed is to be logged, by its code alone. Source: ERR-53, C-42
    if (code) console.warn(`The result could not be loaded: ${code}`);
  }, [code]);

  async function changed() {
    if (!request?.data) return askAgain();
    const late = setTimeout(onDoubt, doubtMs);
    await askAnew(client, asked.queryKey);
    clearTimeout(late);
    if (client.getQueryState(asked.queryKey)?.status === "error") onDoubt();
  }
  useLive({
    onEvent: (event) => {
      if ("requestId" in event && event.requestId === id) void changed();
    },
    poll: askAgain,
    missesNothing: stream === "late",
  });

  const failed = (why: string) => (
    <div className={styles.stack}>
      <ErrorPanel
        title="The result could not be loaded"
        next={why}
        busy={query.isFetching && "Trying again"}
        onRetry={askAgain}
      />
      {children({ request: undefined, record: undefined, onGone })}
    </div>
  );
  // also where it was shown before: what the server no longer knows is not kept here
  if (query.isError && code === "not_found") return <NoRecord what="known" told={query.error.message} />;
  if (!request) return query.isError ? failed(query.error.message) : <Coming onRetry={askAgain} />;
  if (!isSearchType(request.searchType)) return failed(texts.pageOutOfDate);
  const own = rowOf(request.searchType).resultRoute;
  if (own !== route) return <GoTo address={`${own}/${id}`} />;
  if (request.outcome !== null && isRefunded(request.outcome))
    return (
      <Ended
        title="This request could not be done"
        illustration="door"
        next={
          request.outcome === "MINOR" && (
            <LinkButton href={`/consent?request=${id}`}>{texts.askThroughGuardian}</LinkButton>
          )
        }
      >
        {refundReason(request.outcome)} {texts.moneyBack}
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
      return <Gone reason={expiredReason(request)} />;
    case "No data found":
      return <NoRecord told={request.error} />;
    case "granted": {
      if (request.message === texts.rowExpired) return <Gone reason={expiredReason(request)} />;
      const held = recordIn(recordOf(request));
      if (!held) return <NoRecord told={request.error} />;
      const read = z.safeParse(shape, held);
      if (!read.success) return failed(texts.pageOutOfDate);
      if (isEmpty?.(read.data)) return <NoRecord told={request.error} />;
      return (
        <>
          {children({ request, record: read.data, onGone })}
          {after}
        </>
      );
    }
    default:
      return failed(texts.pageOutOfDate);
  }
}
