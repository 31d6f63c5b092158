import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";

/** How long a call without a response is held before its connection is cut. */
export const hangMs = 120_000;
/** Delay before a slow response starts. */
export const slowResponseMs = 8_000;

/** Holds a call without a response and finally cuts its connection; stops when the caller disconnects. */
export async function hangConnection(request: FastifyRequest, reply: FastifyReply, clock: Clock): Promise<void> {
  reply.hijack();
  await clock.sleep(hangMs, abortOnClose(reply));
  request.raw.socket.destroy();
}

/** Aborted as soon as the call is over: its response was sent, or its caller disconnected. */
export function abortOnClose(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  reply.raw.once("close", () => disconnected.abort());
  return disconnected.signal;
}

/** Cuts a call's connection without a response. */
export function cutConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}
