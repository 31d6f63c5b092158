import { scimTokenPattern } from "@idanimo/contract/organisations/scim";
import type { FastifyRequest } from "fastify";
import type { Authenticate } from "../../../http/call.ts";
import { sessionTokenOf } from "../../../http/cookies.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { type ScimDeps, tokenEnded } from "./change-directory.ts";
import { done, noSuchResource, refuse, type ScimResult } from "./scim-result.ts";
import type { ScimAccess } from "./scim-access.ts";
import { acceptScimToken } from "./token-store.ts";

const tooMany = refuse(429, "There were too many calls. Try again in a minute.");

/**
 * Finds the organisation of a call by its token, which is good for nothing else. For a signed-in person there is
 * nothing here, with an organisation or without. [TM-12 TM-15]
 */
export async function authenticateDirectory(
  deps: Pick<ScimDeps, "db" | "limits">,
  identify: Authenticate,
  request: FastifyRequest,
): Promise<ScimResult<ScimAccess>> {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const access = scimTokenPattern.test(bearer) ? await acceptScimToken(deps.db.single, tokenHash(bearer)) : undefined;
  if (access) {
    const inLimit = await deps.limits.consume("scim_organisation", access.organisationId);
    return inLimit.ok ? done(access) : tooMany;
  }
  const { token } = sessionTokenOf(request);
  const caller = token === undefined ? null : await identify({ token, active: false, organisationId: undefined });
  if (caller !== null) return noSuchResource;
  return (await deps.limits.consume("scim_address", request.ip)).ok ? tokenEnded : tooMany;
}
