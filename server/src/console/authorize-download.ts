import { type ConsoleRight, hasRight } from "@idanimo/contract/console/rights";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { FastifyRequest } from "fastify";
import { isCrossSiteSubresource } from "../http/guards.ts";
import { userAgentOf } from "../http/user-agent.ts";
import type { SignedInOperator } from "../modules/operator-identity/index.ts";
import { operatorCookieName } from "./cookie.ts";
import type { ConsoleMountDeps } from "./mount.ts";

/** Checks origin, sign-in and right of a download, which is not an operation of the contract. */
export async function authorizeDownload(
  request: FastifyRequest,
  identify: ConsoleMountDeps["identify"],
  right: ConsoleRight,
): Promise<Result<SignedInOperator, "cross_site" | "not_signed_in" | "operator_right_missing">> {
  if (isCrossSiteSubresource(request)) return fail("cross_site", {});
  const token = request.cookies[operatorCookieName];
  const userAgent = userAgentOf(request);
  const operator = token === undefined ? undefined : await identify(token, { userAgent, isActivity: true });
  if (!operator) return fail("not_signed_in", {});
  return hasRight(operator.roles, right) ? ok(operator) : fail("operator_right_missing", {});
}
