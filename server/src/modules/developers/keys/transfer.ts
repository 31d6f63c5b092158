import type { transferApiKey } from "@idanimo/contract/developers/keys";
import { isKeyScope, keyScopes, mayGiveScope, scopes } from "@idanimo/contract/developers/scopes";
import { formerMember } from "@idanimo/contract/organisations/member-name";
import { rightTexts } from "@idanimo/contract/organisations/rights";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { people } from "../../accounts/index.ts";
import {
  changeOrganisation,
  findActiveMembersWithRole,
  findRightsOfMembers,
  notifyMembers,
} from "../../organisations/index.ts";
import type { DeveloperDeps } from "../deps.ts";
import { lockKey, setKeyCreator } from "./store.ts";
import { keysAddress } from "./usage.ts";

/**
 * Gives a key to another member, for owners. It keeps its secret and its scopes, all of which the member must be able to
 * give; it is never cut, because the system that uses it would fail without a warning. [DP-01 TM-09]
 */
export function transferKey(deps: DeveloperDeps): Handler<typeof transferApiKey> {
  return ({ id, memberId }, caller) =>
    changeOrganisation(deps, caller, { right: "keys:manage" }, async (tx, organisation) => {
      if (!organisation.actor.roles.includes("owner")) return fail("owners_only", {});
      const key = await lockKey(tx, organisation.id, id);
      const members = await findRightsOfMembers(tx, organisation.id, null);
      const member = members.find(({ userId }) => userId === memberId);
      if (!key || !member) return fail("not_found", {});
      if (key.created_by === memberId) return ok({ result: "success" as const });
      if (!member.rights.has("keys:manage"))
        return fail("key_holder_lacks", { what: `the right "${rightTexts["keys:manage"]}"` });
      const missing = key.scopes.filter(isKeyScope).find((scope) => !mayGiveScope(member.rights, scope));
      if (missing)
        return fail("key_holder_lacks", { what: `the scope ${scopes[missing].name}` }, { details: { scope: missing } });
      await setKeyCreator(tx, id, memberId);
      await organisation.audit(tx, { action: "api_key_transferred", objectId: id, reason: `member:${memberId}` });
      const owners = await findActiveMembersWithRole(tx, organisation.id, "owner");
      const notified = new Set([...owners, memberId, key.created_by]);
      notified.delete(organisation.actor.userId);
      const names = await people.find(tx, [organisation.actor.userId, memberId]);
      const nameOf = (userId: string) => names.get(userId)?.name.trim() || formerMember;
      const facts = {
        key: key.name,
        who: nameOf(organisation.actor.userId),
        member: nameOf(memberId),
        organisation: organisation.name,
      };
      await notifyMembers(tx, deps, [...notified], { kind: "key_transferred", facts, link: keysAddress });
      return ok({ result: "success" as const });
    });
}

/** The members to whom a key can be given, with the scopes that they can have. */
export async function findHolders(tx: Tx, organisationId: string) {
  const members = await findRightsOfMembers(tx, organisationId, "keys:manage");
  const names = await people.find(
    tx,
    members.map(({ userId }) => userId),
  );
  return members.map(({ userId, rights }) => ({
    id: userId,
    name: names.get(userId)?.name.trim() || formerMember,
    scopes: keyScopes.filter((scope) => mayGiveScope(rights, scope)),
  }));
}
