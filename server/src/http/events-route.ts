import type { ServerResponse } from "node:http";
import { apiBase } from "@idanimo/contract/operation";
import { streamsPerAccount, streamsPerSession } from "@idanimo/contract/limits";
import { eventsPath, type LiveEvent, streamReplaced } from "@idanimo/contract/live-events";
import type { FastifyInstance } from "fastify";
import { authorise, organisationOf, setKeyHeaders } from "./authorise.ts";
import { type Actor, type Authenticate, type Caller, type Identification, onlyRequestsOf } from "./call.ts";
import { sessionTokenOf } from "./cookies.ts";
import { isCrossSiteSubresource } from "./guards.ts";
import type { LiveHub } from "./live-hub.ts";
import { problemOf, sendProblem } from "./problem-response.ts";

/** A comment line at this interval keeps proxies from closing a quiet stream. */
const heartbeatMs = 15_000;
/**
 * How long a browser that does not know the `replaced` event waits, so that two pages do not end each other's
 * streams in turn.
 */
const replacedRetryMs = 600_000;

type EventsRouteDeps = {
  readonly meter: { inc(): void; dec(): void };
  /** Whether a member who sees only their own requests may see this one. */
  readonly canSeeRequest: (actor: Actor, requestId: string) => Promise<boolean>;
};

/** An open stream of this process. */
type OpenStream = { readonly signInId: string; readonly replace: () => void };

/**
 * Adds the event stream of the signed-in user, with the events of the organisation that the call names. It does not count as activity and ends with the session, which is
 * checked when a session of the user ends and at each heartbeat. Above the limit of a session or an account, the
 * oldest stream ends.
 */
export function eventsRoute(
  app: FastifyInstance,
  identify: Authenticate,
  hub: LiveHub,
  { meter, canSeeRequest }: EventsRouteDeps,
): void {
  const open = new Set<() => void>();
  /** By user, oldest first. */
  const streamsOf = new Map<string, Set<OpenStream>>();
  app.addHook("preClose", async () => {
    for (const end of open) end();
    hub.wakeWaiters();
  });
  app.get(apiBase + eventsPath, { config: { isStream: true } }, async (request, reply) => {
    if (isCrossSiteSubresource(request)) return sendProblem(reply, problemOf("cross_site"));
    const found = await authorise(identify, request, "personal", { active: false });
    if (!found.ok) return sendProblem(reply, found.problem);
    const { token = "" } = sessionTokenOf(request);
    setKeyHeaders(request, reply); // a hijacked response passes no hook
    reply.hijack();
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    reply.raw.writeHead(200, {
      ...Object.fromEntries(headers),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      connection: "close", // no other request uses the connection, so shutdown does not wait for it
    });
    reply.recordKeyCall?.();
    const organisationId = organisationOf(request) ?? undefined;
    const version = found.value.key?.version;
    keepOpen(reply.raw, found.value, { token, organisationId, address: request.ip, version });
  });

  function replaceOldest(streams: ReadonlySet<OpenStream>, signInId: string): void {
    const ofSignIn = [...streams].filter((stream) => stream.signInId === signInId);
    if (ofSignIn.length > streamsPerSession) ofSignIn[0]?.replace();
    if (streams.size > streamsPerAccount) [...streams][0]?.replace();
  }

  // a function of its own, so that thousands of streams do not retain their requests
  function keepOpen(
    stream: ServerResponse,
    { userId, ownerId, member, signInId, key }: Caller,
    credentials: Pick<Identification, "token" | "organisationId" | "address" | "version">,
  ): void {
    stream.write("retry: 2000\n\n");
    let actor: Actor = { userId, ownerId, member, ...(key && { key }) };
    const askAgain = () =>
      void identify({ ...credentials, active: false }).then(
        (still) => {
          if (still === null || still === "outsider" || "rejected" in still) return end();
          actor = still;
          stream.write(":\n\n");
        },
        () => end(),
      );
    const say = (event: LiveEvent) => stream.write(`data: ${JSON.stringify(event)}\n\n`);
    const sayOwners = (event: LiveEvent) => {
      if (!("requestId" in event) || onlyRequestsOf(actor) === null) say(event);
      else
        void canSeeRequest(actor, event.requestId).then(
          (may) => may && say(event),
          () => end(),
        );
    };
    // a page whose stream ends opens another one and fetches what it may have missed
    const stops = [
      // a key gets nothing that is for its creator in person
      ...(key ? [] : [hub.subscribe(userId, ownerId === userId ? sayOwners : say, askAgain, () => end())]),
      ...(ownerId === userId ? [] : [hub.subscribe(ownerId, sayOwners)]),
    ];
    const beat = setInterval(askAgain, heartbeatMs);
    const streams = streamsOf.get(userId) ?? new Set();
    const own: OpenStream = {
      signInId,
      replace: () => {
        stream.write(`retry: ${replacedRetryMs}\nevent: ${streamReplaced}\ndata:\n\n`);
        end();
      },
    };
    const end = () => {
      clearInterval(beat);
      for (const stop of stops) stop();
      streams.delete(own);
      if (streams.size === 0 && streamsOf.get(userId) === streams) streamsOf.delete(userId);
      if (open.delete(end)) meter.dec();
      stream.end();
    };
    open.add(end);
    meter.inc();
    streamsOf.set(userId, streams.add(own));
    replaceOldest(streams, signInId);
    // the page may have closed while its session was read
    if (stream.destroyed) end();
    else stream.on("close", end);
  }
}
