import { scimGroupsMax } from "@idanimo/contract/organisations/limits";
import type { Tx } from "../../../database/database.ts";
import { changeDirectory, type ScimDeps, type ScimOrganisation } from "./change-directory.ts";
import { type Directory, readDirectory } from "./directory.ts";
import { applyGroupRoles } from "./group-roles.ts";
import * as store from "./group-store.ts";
import { type ListQuery, listResponse, selectAttributes } from "./list.ts";
import { type GroupBody, parseGroup } from "./parse-body.ts";
import { applyPatch } from "./patch.ts";
import { groupResource, type Resource } from "./resources.ts";
import { done, noSuchResource, refuse, type ScimResult } from "./scim-result.ts";
import { scimAddress } from "./tokens.ts";
import type { ScimAccess } from "./scim-access.ts";
import { linkScimUsers } from "./user-store.ts";
import { domainNotProved } from "./users.ts";

/** Reads and changes groups. A group gives the role that an owner chose for it, or nothing. */

const findGroup = ({ groups }: Directory, id: string) => groups.find((group) => group.scim_id === id.toLowerCase());

export async function listGroups(deps: ScimDeps, { organisationId }: ScimAccess, query: ListQuery) {
  const directory = await readDirectory(deps.db.single, deps, organisationId);
  return listResponse(
    directory.groups.map((group) => groupResource(directory, group, scimAddress(deps))),
    query,
  );
}

export async function readGroup(
  deps: ScimDeps,
  { organisationId }: ScimAccess,
  id: string,
  query: ListQuery,
): Promise<ScimResult<object>> {
  const directory = await readDirectory(deps.db.single, deps, organisationId);
  const group = findGroup(directory, id);
  return group ? done(selectAttributes(groupResource(directory, group, scimAddress(deps)), query)) : noSuchResource;
}

export function createGroup(deps: ScimDeps, access: ScimAccess, body: unknown): Promise<ScimResult<Resource>> {
  return changeDirectory(deps, access, async (tx, organisation) => {
    const parsed = parseGroup(body);
    if (!parsed.ok) return parsed;
    const allowed = checkGroup(organisation.directory, undefined, parsed.value);
    if (!allowed.ok) return allowed;
    if (organisation.directory.groups.length >= scimGroupsMax)
      return refuse(403, `The organisation has ${scimGroupsMax} groups, the most that are possible.`);
    const id = deps.ids.publicId();
    const { displayName: name, externalId } = parsed.value;
    await store.insertScimGroup(tx, organisation.id, id, { name, externalId });
    return saveMembers(tx, deps, organisation, { id, before: [], after: parsed.value.members });
  });
}

export function replaceGroup(deps: ScimDeps, access: ScimAccess, id: string, body: unknown) {
  return changeDirectory(deps, access, async (tx, organisation) => {
    const group = findGroup(organisation.directory, id);
    return group ? saveGroup(tx, deps, organisation, group, parseGroup(body)) : noSuchResource;
  });
}

export function patchGroup(deps: ScimDeps, access: ScimAccess, id: string, body: unknown) {
  return changeDirectory(deps, access, async (tx, organisation) => {
    const group = findGroup(organisation.directory, id);
    if (!group) return noSuchResource;
    const { name: displayName, external_id: externalId } = group;
    const members = group.members.map((value) => ({ value }));
    const patched = applyPatch({ displayName, externalId: externalId ?? undefined, members }, body);
    return patched.ok ? saveGroup(tx, deps, organisation, group, parseGroup(patched.value)) : patched;
  });
}

async function saveGroup(
  tx: Tx,
  deps: ScimDeps,
  organisation: ScimOrganisation,
  group: store.ScimGroupRow,
  body: ScimResult<GroupBody>,
): Promise<ScimResult<Resource>> {
  if (!body.ok) return body;
  const allowed = checkGroup(organisation.directory, group, body.value);
  if (!allowed.ok) return allowed;
  const { displayName: name, externalId, members: after } = body.value;
  await store.updateScimGroup(tx, group.scim_id, { name, externalId });
  return saveMembers(tx, deps, organisation, { id: group.scim_id, before: group.members, after });
}

/** Whether a group may have this name and these members. Those that it has already may stay. */
function checkGroup(
  { users, groups }: Directory,
  group: store.ScimGroupRow | undefined,
  { displayName, members }: GroupBody,
): ScimResult<undefined> {
  const isTaken = groups.some((other) => other !== group && other.name.toLowerCase() === displayName.toLowerCase());
  if (isTaken) return refuse(409, "displayName: another group has this name.", "uniqueness");
  for (const id of members) {
    if (group?.members.includes(id) === true) continue;
    const user = users.find((one) => one.id === id);
    if (!user) return refuse(400, `members: there is no user with the id ${id}.`, "invalidValue");
    if (!user.isProved) return domainNotProved(user.person.email);
  }
  return done(undefined);
}

async function saveMembers(
  tx: Tx,
  deps: ScimDeps,
  organisation: ScimOrganisation,
  { id, before, after }: { readonly id: string; readonly before: readonly string[]; readonly after: readonly string[] },
): Promise<ScimResult<Resource>> {
  await linkScimUsers(tx, organisation.id, after);
  await store.setScimGroupMembers(tx, organisation.id, id, after);
  const moved = [
    ...before.filter((userId) => !after.includes(userId)),
    ...after.filter((userId) => !before.includes(userId)),
  ];
  await applyGroupRoles(tx, deps, organisation, moved);
  const saved = await store.findScimGroup(tx, organisation.id, id);
  if (!saved) throw new Error("scim: a group that was just saved is missing");
  return done(groupResource(organisation.directory, saved, scimAddress(deps)));
}

export function deleteGroup(deps: ScimDeps, access: ScimAccess, id: string): Promise<ScimResult<undefined>> {
  return changeDirectory<undefined>(deps, access, async (tx, organisation) => {
    const group = findGroup(organisation.directory, id);
    if (!group) return noSuchResource;
    await store.deleteScimGroup(tx, group.scim_id);
    await applyGroupRoles(tx, deps, organisation, group.members);
    return done(undefined);
  });
}
