import { membersMax } from "@idanimo/contract/organisations/limits";
import type { SsoFailure } from "@idanimo/contract/organisations/single-sign-on";
import type { Database, Tx } from "../../../database/database.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import { writeAudit } from "../../audit/index.ts";
import { addMember } from "../add-member.ts";
import { notifyOwners } from "../announce.ts";
import { countMembers, findMember, wasMemberRemoved } from "../member-store.ts";
import { lockOrganisation } from "../organisation-store.ts";
import { findRoles } from "../role-store.ts";
import type { DomainSignOn } from "./connection-store.ts";

type AdmitDeps = { readonly db: Database; readonly ids: IdSource };

/**
 * Makes a person a member with the default role at their first sign-in. Someone who was suspended or removed
 * needs a colleague to come back. [TM-11]
 * @returns why not; undefined if they are a member
 */
export function admitBySso(
  deps: AdmitDeps,
  { organisationId, userId, name }: { readonly organisationId: string; readonly userId: string; readonly name: string },
): Promise<SsoFailure | undefined> {
  return deps.db.transaction<SsoFailure | undefined>("system", async (tx) => {
    const organisation = await lockOrganisation(tx, organisationId);
    if (!organisation) return "not_offered";
    const known = await findMember(tx, organisationId, userId);
    if (known) return known.state === "active" ? undefined : "suspended";
    if (await wasMemberRemoved(tx, organisationId, userId)) return "suspended";
    if ((await countMembers(tx, organisationId)) >= membersMax) return "full";
    const customRoles = await findRoles(tx, organisationId);
    const roles = [organisation.default_role];
    await addMember(tx, deps, { ...organisation, customRoles }, { userId, name, roles, invitedBy: null });
    return undefined;
  });
}

/** Tells every owner that the exempt owner signed in without single sign-on. [TM-11] */
export async function announceExemptSignIn(
  tx: Tx,
  deps: AdmitDeps,
  { id: organisationId, name: organisation }: DomainSignOn,
  { userId, name }: { readonly userId: string; readonly name: string },
): Promise<void> {
  await writeAudit(tx, deps.ids, {
    actorKind: "user",
    actorId: userId,
    action: "sso_exemption_used",
    objectId: userId,
    organisationId,
  });
  await notifyOwners(
    tx,
    deps,
    { organisationId },
    { kind: "sso_exemption_used", facts: { who: name, organisation }, link: "/organisation/security" },
  );
}
