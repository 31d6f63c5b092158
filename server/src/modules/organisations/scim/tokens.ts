import { apiBase } from "@idanimo/contract/operation";
import { scimTokensMax } from "@idanimo/contract/organisations/limits";
import { formerMember } from "@idanimo/contract/organisations/member-name";
import {
  type createScimToken,
  type endScimToken,
  scimPath,
  scimTokenPrefix,
  type scimTokens,
} from "@idanimo/contract/organisations/scim";
import * as organisationTexts from "@idanimo/contract/organisations/texts";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { changeOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import { deleteScimToken, findScimTokens, insertScimToken } from "./token-store.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const randomLength = 40;

/** The address that a directory calls. */
export const scimAddress = ({ publicUrl }: Pick<OrganisationDeps, "publicUrl">) => publicUrl + apiBase + scimPath;

export function listScimTokens(
  deps: Pick<OrganisationDeps, "db" | "people" | "publicUrl">,
): Handler<typeof scimTokens> {
  return async (_input, { ownerId }) => {
    const rows = await findScimTokens(deps.db.single, ownerId);
    const names = await deps.people.find(
      deps.db.single,
      rows.map(({ created_by: createdBy }) => createdBy),
    );
    return ok({
      address: scimAddress(deps),
      tokens: rows.map((row) => ({
        id: row.id,
        createdBy: names.get(row.created_by)?.name.trim() || formerMember,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
    });
  };
}

/** Creates a token. Only its hash is stored, so this response is the only one with it. [TM-12] */
export function makeScimToken(deps: OrganisationDeps): Handler<typeof createScimToken> {
  return ({ expiresInDays: days }, caller) =>
    changeOrganisation(deps, caller, { right: "sso:manage" }, async (tx, organisation) => {
      if ((await findScimTokens(tx, organisation.id)).length >= scimTokensMax)
        return fail("organisation_full", { most: String(scimTokensMax), what: organisationTexts.scimTokens });
      const id = deps.ids.publicId();
      const token = scimTokenPrefix + deps.ids.letters(randomLength, alphabet);
      const expiresAt = await insertScimToken(tx, {
        id,
        organisationId: organisation.id,
        hash: tokenHash(token),
        createdBy: organisation.actor.userId,
        days,
      });
      await organisation.audit(tx, { action: "scim_token_created", objectId: id, reason: `days:${days}` });
      return ok({ id, token, expiresAt: expiresAt.toISOString() });
    });
}

export function dropScimToken(deps: OrganisationDeps): Handler<typeof endScimToken> {
  return ({ id }, caller) =>
    changeOrganisation(deps, caller, { right: "sso:manage" }, async (tx, organisation) => {
      if (!(await deleteScimToken(tx, organisation.id, id))) return fail("not_found", {});
      await organisation.audit(tx, { action: "scim_token_ended", objectId: id });
      return ok({ result: "success" as const });
    });
}
