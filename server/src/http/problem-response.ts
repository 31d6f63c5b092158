import { problemBodyOf, type ProblemCode, type Problem } from "@idanimo/contract/problems";
import type { FastifyReply } from "fastify";

/** Used when the time to wait is unknown. */
const defaultRetryAfterSeconds = { 429: 60, 503: 2 } as const;

/** Sets Retry-After on a response that asks to wait. */
export function setRetryAfter(reply: FastifyReply, status: number, seconds?: number): void {
  if (status === 429 || status === 503)
    reply.header("retry-after", String(seconds ?? defaultRetryAfterSeconds[status]));
}

/** Sends a problem as `application/problem+json` with the catalogue's status. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const body = problemBodyOf(problem);
  setRetryAfter(reply, body.status, problem.retryAfterSeconds);
  return reply.code(body.status).type("application/problem+json; charset=utf-8").send(JSON.stringify(body));
}

/** The problem of a code whose text has no placeholders. */
export function problemOf(code: ProblemCode, extra: Pick<Problem, "fields"> = {}): Problem {
  return { code, facts: {}, ...extra };
}
