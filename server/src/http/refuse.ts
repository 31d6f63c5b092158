import { bodyOf, type ProblemCode, type Refusal } from "@idanimo/contract/problems";
import type { FastifyReply } from "fastify";

/** Answers a refusal as `application/problem+json` with the catalogue's status. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body = bodyOf(refusal);
  if (body.status === 503) reply.header("retry-after", "2");
  return reply.code(body.status).type("application/problem+json; charset=utf-8").send(JSON.stringify(body));
}

/** The refusal of a code whose text has no blanks. */
export function plain(code: ProblemCode, extra: Pick<Refusal, "fields"> = {}): Refusal {
  return { code, facts: {}, ...extra };
}
