import { apiBase } from "@idanimo/contract/operation";
import { eventsPath, type LiveEvent } from "@idanimo/contract/live-events";
import type { FastifyInstance } from "fastify";
import type { Identify } from "./call.ts";
import { tokenOf } from "./cookies.ts";
import type { LiveHub } from "./live-hub.ts";
import { plain, refuse } from "./refuse.ts";

/** A comment line now and then keeps proxies from closing a quiet stream. */
const heartbeatMs = 15_000;

/**
 * The stream of events of the signed-in user. It is no activity, and it ends with the sign-in: that is asked again when a
 * sign-in of the user was ended, and at each heartbeat.
 */
export function eventsRoute(app: FastifyInstance, identify: Identify, hub: LiveHub): void {
  const open = new Set<() => void>();
  app.addHook("preClose", async () => {
    for (const end of open) end();
  });
  app.get(apiBase + eventsPath, async (request, reply) => {
    const { token } = tokenOf(request);
    const caller = token === undefined ? undefined : await identify(token, false);
    if (token === undefined || !caller) return refuse(reply, plain("not_signed_in"));
    reply.hijack();
    const stream = reply.raw;
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    stream.writeHead(200, {
      ...Object.fromEntries(headers),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      connection: "close", // nothing else comes over it: a program that stops waits for no idle line
    });
    stream.write("retry: 2000\n\n");
    const askAgain = () =>
      void identify(token, false).then(
        (still) => (still ? stream.write(":\n\n") : end()),
        () => end(),
      );
    const say = (event: LiveEvent) => stream.write(`data: ${JSON.stringify(event)}\n\n`);
    const stop = hub.subscribe(caller.userId, say, askAgain);
    const beat = setInterval(askAgain, heartbeatMs);
    const end = () => {
      clearInterval(beat);
      stop();
      open.delete(end);
      stream.end();
    };
    open.add(end);
    request.raw.on("close", end);
  });
}
