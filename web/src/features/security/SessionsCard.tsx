import type { OutputOf } from "@idanimo/contract/operation";
import { endOtherSessions, endSession, sessions } from "@idanimo/contract/profile";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type CallResult, call } from "../../lib/call.ts";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import { Badge } from "../../ui/StatusLabel.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Security.module.css";

type Session = OutputOf<typeof sessions>["sessions"][number];

/** The sessions of this account, and buttons to end them. */
export function SessionsCard() {
  const client = useQueryClient();
  const toast = useToast();
  const showProblem = useProblem();
  const query = useQuery(operationQuery(sessions, {}));
  const [ending, setEnding] = useState<string>();
  const list = query.data?.sessions;
  const others = list?.filter(({ current }) => !current) ?? [];

  /** @param what the session's id, or `all` for every other session */
  async function endSessions<Value>(
    what: string,
    act: () => Promise<CallResult<Value>>,
    words: (value: Value) => string,
  ) {
    if (ending !== undefined) return;
    setEnding(what);
    const result = await act();
    await client.invalidateQueries({ queryKey: [sessions.path] });
    setEnding(undefined);
    if (result.ok) toast({ tone: "success", text: words(result.value) });
    // already ended: the refetched list shows it
    else showProblem(result.problem, { not_found: () => undefined });
  }

  return (
    <Card title="Where you are signed in">
      {list ? (
        <ul className={styles.list}>
          {list.map((session) => (
            <li key={session.id} className={styles.row}>
              <SessionDetails session={session} />
              {!session.current && (
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={`Sign out ${session.device}`}
                  busy={ending === session.id && "Signing out"}
                  onClick={() =>
                    void endSessions(
                      session.id,
                      () => call(endSession, { id: session.id }),
                      () => `${session.device} is signed out.`,
                    )
                  }
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : query.isError ? (
        <ErrorPanel
          title="Your devices could not be loaded"
          next={query.error.message}
          busy={query.isFetching && "Trying again"}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton what="your devices" onRetry={() => void query.refetch()}>
          <SkeletonLine tall width="60%" />
          <SkeletonLine width="40%" />
        </Skeleton>
      )}
      {others.length > 0 && (
        <div className={styles.foot}>
          <Button
            size="small"
            busy={ending === "all" && "Signing out"}
            onClick={() =>
              void endSessions(
                "all",
                () => call(endOtherSessions, {}),
                ({ ended }) => endedSessionsMessage(ended),
              )
            }
          >
            Sign out all other devices
          </Button>
        </div>
      )}
    </Card>
  );
}

function SessionDetails({ session }: { readonly session: Session }) {
  return (
    <span className={styles.words}>
      <span className={styles.device}>
        <strong>{session.device}</strong>
        {session.current && <Badge>This device</Badge>}
      </span>
      <span className="quiet">
        {session.current ? (
          "Active now"
        ) : (
          <>
            Last active <Countdown at={session.seenAt} />
          </>
        )}
        , since <DateText at={session.startedAt} withTime />
      </span>
    </span>
  );
}

function endedSessionsMessage(count: number): string {
  if (count === 0) return "You were not signed in on any other device.";
  return count === 1 ? "One other device was signed out." : `${count} other devices were signed out.`;
}
