import { scopesByCall } from "@idanimo/contract/developers/call-scopes";
import type { KeyScope } from "@idanimo/contract/developers/scopes";
import { type ApiVersion, versionHeader } from "@idanimo/contract/developers/versions";
import * as developerTexts from "@idanimo/contract/developers/texts";
import { rightTexts, type Right } from "@idanimo/contract/organisations/rights";
import { apiBase, organisationHeader, organisationQuery, type RequiredRight } from "@idanimo/contract/operation";
import { fail, fillPlaceholders, ok, type Result } from "@idanimo/contract/problems";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Authenticate,
  type Caller,
  can,
  type Identification,
  type KeyCredential,
  type RejectedKey,
} from "./call.ts";
import { isKeyLike, sessionTokenOf } from "./cookies.ts";
import { setVersionHeaders } from "./api-version.ts";
import type { LimitState } from "./rate-limits.ts";

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The organisation that a call names: in its header, or in the query of a link that a browser opens without our headers.
 * Undefined for the caller's own account, null for what is no id.
 */
export function organisationOf(request: FastifyRequest): string | null | undefined {
  const header = request.headers[organisationHeader.toLowerCase()];
  const query = typeof request.query === "object" && request.query !== null ? request.query : {};
  const named = header ?? (organisationQuery in query ? query[organisationQuery] : undefined);
  if (named === undefined) return undefined;
  return typeof named === "string" && uuidPattern.test(named) ? named : null;
}

/** Why a caller may not make a call, in the order in which it is checked; undefined if they may. */
function missingRight(caller: Caller, required: RequiredRight) {
  if (required === "personal") return undefined;
  if (caller.member?.lacksSecondFactor === true) return fail("second_factor_required", {});
  const accepted: readonly Right[] = typeof required === "string" ? [required] : required;
  const [first] = accepted;
  if (first === undefined || accepted.some((right) => can(caller, right))) return undefined;
  return rightMissing(first);
}

/** The problem of a call that needs a right. */
export const rightMissing = (right: Right) =>
  fail("right_missing", { right: rightTexts[right].toLowerCase() }, { details: { right } });

/** What a response to an API key says in its headers. */
const keyCall = Symbol("call of an API key");
declare module "fastify" {
  interface FastifyRequest {
    [keyCall]?: { readonly limit?: LimitState | undefined; readonly version?: ApiVersion | undefined };
  }
}

/** The version of a call with an API key; undefined for any other call. [DP-16] */
export const versionOf = (request: FastifyRequest): ApiVersion | undefined => request[keyCall]?.version;

/** Sets the version, and what is left of a key's limit, on a response to it. [DP-14 DP-16] */
export function setKeyHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { limit, version } = request[keyCall] ?? {};
  if (version !== undefined) setVersionHeaders(reply, version);
  if (!limit) return;
  reply.header("ratelimit-limit", String(limit.limit));
  reply.header("ratelimit-remaining", String(Math.max(0, limit.remaining)));
  reply.header("ratelimit-reset", String(Math.ceil(limit.resetMs / 1000)));
}

/** Sets them on every response that Fastify sends. */
export function addKeyHeaders(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    setKeyHeaders(request, reply);
    done(null, payload);
  });
}

type AuthorisationProblem =
  | "not_signed_in"
  | "not_found"
  | "right_missing"
  | "second_factor_required"
  | "scope_missing"
  | RejectedKey["rejected"]["code"];

/** A path of the contract or of Fastify without the names of its parameters: `GET /api/v2/links/:`. */
export const shapeOf = (call: string) => call.replaceAll(/\/[:{][^/]*/g, "/:");
const scopesByRoute = new Map(
  [...scopesByCall].map(([call, needed]) => [shapeOf(call.replace(" ", ` ${apiBase}`)), needed]),
);

/** Whether a key's scopes include the call. A call that no scope names takes no key. [DP-02] */
function authoriseKey(
  { method, routeOptions: { url = "" } }: FastifyRequest,
  caller: Caller,
  key: KeyCredential,
  organisationId: string | null | undefined,
): Result<Caller, AuthorisationProblem> {
  if (organisationId !== undefined && organisationId !== caller.ownerId) return fail("not_found", {});
  if (caller.member?.lacksSecondFactor === true) return fail("second_factor_required", {});
  const needed = scopesByRoute.get(shapeOf(`${method === "HEAD" ? "GET" : method} ${url}`));
  if (needed === undefined)
    return fail("scope_missing", { lacks: developerTexts.lacksEveryScope }, { details: { scope: "none" } });
  const missing = needed.find((scope) => !key.scopes.has(scope));
  return missing === undefined ? ok(caller) : scopeMissing(missing);
}

/** The problem of a call that needs a scope. */
const scopeMissing = (scope: KeyScope) =>
  fail("scope_missing", { lacks: fillPlaceholders(developerTexts.lacksScope, { scope }) }, { details: { scope } });

/**
 * Finds the caller of a request and checks their right, the only place where a call is authorised. Another
 * organisation's id is not found. [TM-02 TM-15]
 * @param options.forOrganisation the call exists only for organisations
 */
export async function authorise(
  identify: Authenticate,
  request: FastifyRequest,
  required: RequiredRight,
  {
    forOrganisation = false,
    ...options
  }: Pick<Identification, "active" | "reads"> & { readonly forOrganisation?: boolean },
): Promise<Result<Caller, AuthorisationProblem>> {
  const { token, kind } = sessionTokenOf(request);
  const organisationId = organisationOf(request);
  if (token === undefined || (kind === "cookie" && isKeyLike(token))) return fail("not_signed_in", {});
  const address = request.ip;
  const header = request.headers[versionHeader.toLowerCase()];
  const version = typeof header === "string" ? header : undefined;
  const caller = await identify({ token, organisationId: organisationId ?? undefined, address, version, ...options });
  if (caller === null) return fail("not_signed_in", {});
  if (caller !== "outsider" && "rejected" in caller) {
    request[keyCall] = { limit: caller.limit, version: caller.version };
    return { ok: false, problem: caller.rejected };
  }
  if (caller !== "outsider" && caller.key) {
    request[keyCall] = caller.key;
    return authoriseKey(request, caller, caller.key, organisationId);
  }
  if (caller === "outsider" || organisationId === null) return fail("not_found", {});
  if (forOrganisation && caller.member === null) return fail("not_found", {});
  return missingRight(caller, required) ?? ok(caller);
}
