import { bodyOf, type ProblemCode, type Refusal } from "@idanimo/contract/problems";
import type { FastifyReply } from "fastify";

/** Seconds of a busy moment: what is told to wait for when nothing more is known. */
const usualSeconds = { 429: 60, 503: 2 } as const;

/** Says when to try again, where an answer asks to wait. */
export function sayWhenToRetry(reply: FastifyReply, status: number, seconds?: number): void {
  if (status === 429 || status === 503) reply.header("retry-after", String(seconds ?? usualSeconds[status]));
}

/** Answers a refusal as `application/problem+json` with the catalogue's status. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body = bodyOf(refusal);
  sayWhenToRetry(reply, body.status, refusal.retryAfterSeconds);
  return reply.code(body.status).type("application/problem+json; charset=utf-8").send(JSON.stringify(body));
}

/** The refusal of a code whose text has no blanks. */
export function plain(code: ProblemCode, extra: Pick<Refusal, "fields"> = {}): Refusal {
  return { code, facts: {}, ...extra };
}
