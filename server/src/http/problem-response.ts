import { problemBodyOf, type ProblemCode, type Problem } from "@idanimo/contract/problems";
import type { FastifyReply } from "fastify";

/** Seconds of a busy moment: what is told to wait for when nothing more is known. */
const defaultRetryAfterSeconds = { 429: 60, 503: 2 } as const;

/** Says when to try again, where an answer asks to wait. */
export function setRetryAfter(reply: FastifyReply, status: number, seconds?: number): void {
  if (status === 429 || status === 503)
    reply.header("retry-after", String(seconds ?? defaultRetryAfterSeconds[status]));
}

/** Answers a refusal as `application/problem+json` with the catalogue's status. */
export function sendProblem(reply: FastifyReply, refusal: Problem): FastifyReply {
  const body = problemBodyOf(refusal);
  setRetryAfter(reply, body.status, refusal.retryAfterSeconds);
  return reply.code(body.status).type("application/problem+json; charset=utf-8").send(JSON.stringify(body));
}

/** The refusal of a code whose text has no blanks. */
export function problemOf(code: ProblemCode, extra: Pick<Problem, "fields"> = {}): Problem {
  return { code, facts: {}, ...extra };
}
