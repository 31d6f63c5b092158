import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";

/** How long a call that is never answered is held before the line is cut. */
export const hangMs = 120_000;
/** How long a slow answer takes to begin. */
export const slowResponseMs = 8_000;

/** Holds a call without an answer and cuts its line in the end, or stops when the caller has gone. */
export async function hangConnection(request: FastifyRequest, reply: FastifyReply, clock: Clock): Promise<void> {
  reply.hijack();
  await clock.sleep(hangMs, abortOnClose(reply));
  request.raw.socket.destroy();
}

/** Aborted as soon as the call is over: its answer has been sent, or its caller has gone. */
export function abortOnClose(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return gone.signal;
}

/** Cuts a call's line without an answer. */
export function cutConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}
