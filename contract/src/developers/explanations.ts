import { type ProblemCode, isProblemCode, problems } from "../problems.ts";
import { scopesByCall } from "./call-scopes.ts";
import * as texts from "./texts.ts";

/** Codes whose message has values that the log of requests does not have, and those that say more to a program [DP-13]. */
const explanations: Partial<Readonly<Record<ProblemCode, string>>> = {
  bad_input: texts.explainBadInput,
  not_found: texts.explainNotFound,
  unsupported_media: texts.explainUnsupportedMedia,
  too_many_requests: texts.explainTooManyRequests,
  unexpected: texts.explainUnexpected,
  right_missing: texts.explainRightMissing,
  not_offered: texts.explainNotOffered,
  source_down: texts.explainSourceDown,
  not_for_this_account: texts.explainNotForThisAccount,
  bulk_too_long: texts.explainBulkTooLong,
  organisation_incomplete: texts.explainOrganisationIncomplete,
  too_many_alike: texts.explainTooManyAlike,
  endpoint_limit: texts.explainEndpointLimit,
  same_key_other_body: texts.explainSameKeyOtherBody,
};

/**
 * What the code of a problem means for the call that got it, without values of the call.
 * @param call its method and the pattern of its address; null for an address that does not exist
 */
export function explainProblem(code: string, { method, route }: { method: string; route: string | null }): string {
  if (!isProblemCode(code)) return texts.explainUnknown;
  if (code === "not_found" && route === null) return texts.explainUnknownAddress;
  if (code !== "scope_missing") return explanations[code] ?? problems[code].text;
  const needed = scopesByCall.get(`${method === "HEAD" ? "GET" : method} ${route ?? ""}`);
  return needed ? texts.explainScopeMissing.replace("{scopes}", needed.join(" and ")) : texts.explainNoScope;
}
