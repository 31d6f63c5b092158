import type { Readable } from "node:stream";
import type { ProblemCode, Result } from "@idanimo/contract/problems";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequiredRight } from "@idanimo/contract/operation";
import { authorise } from "./authorise.ts";
import type { Caller, Authenticate } from "./call.ts";
import { isCrossSiteSubresource } from "./guards.ts";
import type { LimitName, RateLimiter } from "./rate-limits.ts";
import { problemOf, sendProblem } from "./problem-response.ts";

export type Download = {
  /** File name: our own words, a code or a reference, never a searched value. */
  readonly name: string;
  readonly type: "application/pdf" | "text/csv; charset=utf-8" | "application/json; charset=utf-8";
  readonly body: Buffer | Readable;
};

/**
 * Sends a signed-in user's own file. Emails and pages link to it, so a signed-out browser is redirected to the
 * sign-in page and another client is rejected.
 * @param right what a member of an organisation needs
 * @param forOrganisation the file exists only for organisations
 * @param limit counted per sign-in's account
 * @param make the file, or the reason why there is none
 */
export async function sendDownload(
  { identify, limits }: { readonly identify: Authenticate; readonly limits: RateLimiter },
  request: FastifyRequest,
  reply: FastifyReply,
  {
    right,
    limit,
    active = true,
    forOrganisation = false,
  }: {
    readonly right: RequiredRight;
    readonly limit: LimitName;
    readonly active?: boolean;
    readonly forOrganisation?: boolean;
  },
  make: (caller: Caller) => Promise<Result<Download, ProblemCode>>,
): Promise<FastifyReply> {
  if (isCrossSiteSubresource(request)) return sendProblem(reply, problemOf("cross_site"));
  const found = await authorise(identify, request, right, { active, forOrganisation });
  if (!found.ok) {
    const isPage = (request.headers.accept ?? "").includes("text/html");
    return isPage && found.problem.code === "not_signed_in"
      ? reply.redirect("/login", 303)
      : sendProblem(reply, found.problem);
  }
  const caller = found.value;
  const allowed = await limits.consume(limit, caller.userId);
  if (!allowed.ok) return sendProblem(reply, allowed.problem);
  const made = await make(caller);
  if (!made.ok) return sendProblem(reply, made.problem);
  return sendFile(reply, made.value);
}

/** Sends a file as an attachment. */
export function sendFile(reply: FastifyReply, { name, type, body }: Download): FastifyReply {
  return reply
    .type(type)
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(body);
}
