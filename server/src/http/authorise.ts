import { rightTexts, type Right } from "@idanimo/contract/organisations/rights";
import { organisationHeader, organisationQuery, type RequiredRight } from "@idanimo/contract/operation";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { FastifyRequest } from "fastify";
import { type Authenticate, type Caller, can, type Identification } from "./call.ts";
import { sessionTokenOf } from "./cookies.ts";

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
): Promise<Result<Caller, "not_signed_in" | "not_found" | "right_missing" | "second_factor_required">> {
  const { token } = sessionTokenOf(request);
  const organisationId = organisationOf(request);
  if (token === undefined) return fail("not_signed_in", {});
  const caller = await identify({ token, organisationId: organisationId ?? undefined, ...options });
  if (caller === null) return fail("not_signed_in", {});
  if (caller === "outsider" || organisationId === null) return fail("not_found", {});
  if (forOrganisation && caller.member === null) return fail("not_found", {});
  return missingRight(caller, required) ?? ok(caller);
}
