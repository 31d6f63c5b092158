import type { Tx } from "../../../database/database.ts";
import { writeAudit } from "../../audit/index.ts";
import { notifyMembers, publishRightsChanged } from "../announce.ts";
import type { OrganisationDeps } from "../deps.ts";
import { revokeInvitationsOf } from "../invitation-store.ts";
import { findMember, setMemberRoles } from "../member-store.ts";
import type { OrganisationRow } from "../organisation-store.ts";
import { announceRecordsGiven } from "../records-given.ts";
import { areRolesKnown, auditedRoles, type CustomRole, describeRoles, rightsOfRoles } from "../rules.ts";
import { findScimGroups, type ScimGroupRow } from "./group-store.ts";
import { findScimUsers, setGivenRoles } from "./user-store.ts";

type GroupRoleDeps = Pick<OrganisationDeps, "ids" | "people">;
type Organisation = Pick<OrganisationRow, "id" | "name" | "default_role"> & {
  readonly customRoles: readonly CustomRole[];
};

/** Roles of a member at most. */
const rolesMax = 20;

/** The role of someone who has none otherwise. Nothing makes a directory's member an owner. */
export const fallbackRole = ({ default_role: role }: Pick<OrganisationRow, "default_role">): string =>
  role === "owner" ? "requester" : role;

/**
 * A member's roles: those that colleagues gave, and those of their groups. Who has neither gets the default role.
 * @param given those of the current roles that came from the directory
 */
export function rolesFromGroups(
  current: readonly string[],
  given: readonly string[],
  ofGroups: readonly string[],
  fallback: string,
): { readonly roles: readonly string[]; readonly given: readonly string[] } {
  const byColleagues = current.filter((role) => !given.includes(role));
  const mapped = ofGroups.filter((role) => role !== "owner" && !byColleagues.includes(role));
  const next = mapped.length === 0 && byColleagues.length === 0 ? [fallback] : mapped;
  const added = [...new Set(next)].slice(0, Math.max(0, rolesMax - byColleagues.length));
  return { roles: [...byColleagues, ...added], given: added };
}

/** Gives members the roles of their groups after a change of either. The organisation is locked. [TM-12] */
export async function applyGroupRoles(
  tx: Tx,
  deps: GroupRoleDeps,
  organisation: Organisation,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const groups = await findScimGroups(tx, organisation.id);
  const givenBefore = new Map((await findScimUsers(tx, organisation.id)).map((row) => [row.user_id, row.given_roles]));
  const changed: string[] = [];
  for (const userId of userIds) {
    const given = givenBefore.get(userId);
    const member = given && (await findMember(tx, organisation.id, userId));
    if (!member) continue;
    const ofGroups = rolesOf(groups, userId).filter((role) => areRolesKnown([role], organisation.customRoles));
    const next = rolesFromGroups(member.roles, given, ofGroups, fallbackRole(organisation));
    if (auditedRoles(next.given.toSorted()) !== auditedRoles(given.toSorted()))
      await setGivenRoles(tx, organisation.id, userId, next.given);
    if (auditedRoles(next.roles.toSorted()) === auditedRoles(member.roles.toSorted())) continue;
    await changeRoles(tx, deps, organisation, userId, { from: member.roles, to: next.roles });
    changed.push(userId);
  }
  await publishRightsChanged(tx, organisation.id, changed);
}

const rolesOf = (groups: readonly ScimGroupRow[], userId: string): readonly string[] =>
  groups.flatMap(({ role, members }) => (role !== null && members.includes(userId) ? [role] : []));

async function changeRoles(
  tx: Tx,
  deps: GroupRoleDeps,
  organisation: Organisation,
  userId: string,
  { from, to }: { readonly from: readonly string[]; readonly to: readonly string[] },
): Promise<void> {
  const { id: organisationId, name, customRoles } = organisation;
  const [before, after] = [rightsOfRoles(from, customRoles), rightsOfRoles(to, customRoles)];
  await setMemberRoles(tx, organisationId, userId, to);
  await writeAudit(tx, deps.ids, {
    actorKind: "system",
    action: "member_roles_changed",
    objectId: userId,
    reason: auditedRoles(to),
    organisationId,
  });
  // an invitation gives no more than its sender may give
  if (![...before].every((right) => after.has(right))) await revokeInvitationsOf(tx, organisationId, userId);
  const facts = { organisation: name, roles: describeRoles(to, customRoles) };
  await notifyMembers(tx, deps, [userId], { kind: "role_changed", facts, link: null });
  await announceRecordsGiven(tx, deps, organisation, [userId], { before, after });
}
