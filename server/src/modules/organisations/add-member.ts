import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { writeAudit } from "../audit/index.ts";
import { notifyOwners, publishRightsChanged } from "./announce.ts";
import { insertMember } from "./member-store.ts";
import { auditedRoles, type CustomRole, describeRoles } from "./rules.ts";

type NewMember = {
  readonly userId: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly invitedBy: string | null;
};

/** Makes a person a member, and tells the other owners. */
export async function addMember(
  tx: Tx,
  deps: { readonly ids: IdSource },
  organisation: { readonly id: string; readonly name: string; readonly customRoles: readonly CustomRole[] },
  { userId, name, roles, invitedBy }: NewMember,
): Promise<void> {
  const organisationId = organisation.id;
  await insertMember(tx, { organisationId, userId, roles, invitedBy });
  await writeAudit(tx, deps.ids, {
    actorKind: "user",
    actorId: userId,
    action: "member_joined",
    objectId: userId,
    reason: auditedRoles(roles),
    organisationId,
  });
  const facts = { who: name, organisation: organisation.name, roles: describeRoles(roles, organisation.customRoles) };
  await notifyOwners(
    tx,
    deps,
    { organisationId, except: userId },
    { kind: "member_joined", facts, link: "/organisation/members" },
  );
  await publishRightsChanged(tx, organisationId, [userId]);
}
