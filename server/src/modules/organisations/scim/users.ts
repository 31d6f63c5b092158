import { domainOfEmail } from "@idanimo/contract/organisations/single-sign-on";
import type { Tx } from "../../../database/database.ts";
import { notifyMembers } from "../announce.ts";
import { isLastOwner } from "../last-owner.ts";
import { removeFromOrganisation } from "../remove-from-organisation.ts";
import { suspendOrReactivate } from "../suspend-or-reactivate.ts";
import { auditScim, changeDirectory, type ScimDeps, type ScimOrganisation } from "./change-directory.ts";
import { type Directory, type DirectoryUser, readDirectory } from "./directory.ts";
import { type ListQuery, listResponse, selectAttributes } from "./list.ts";
import { parseUser, type UserBody } from "./parse-body.ts";
import { applyPatch } from "./patch.ts";
import { type Resource, userResource } from "./resources.ts";
import { done, noSuchResource, refuse, type ScimResult } from "./scim-result.ts";
import { scimAddress } from "./tokens.ts";
import type { ScimAccess } from "./scim-access.ts";
import { upsertScimUser } from "./user-store.ts";

/** Reads and changes users, the members of an organisation. */

const findUser = ({ users }: Directory, id: string): DirectoryUser | undefined =>
  users.find((user) => user.id === id.toLowerCase());

export const domainNotProved = (email: string) =>
  refuse(
    400,
    `userName: your organisation has not verified the domain ${domainOfEmail(email)}. Verify it under Organisation, Security.`,
    "invalidValue",
  );

export const lastOwnerStays = refuse(
  409,
  "This person is the last owner of the organisation. Make someone else an owner first.",
);

export async function listUsers(deps: ScimDeps, { organisationId }: ScimAccess, query: ListQuery) {
  const directory = await readDirectory(deps.db.single, deps, organisationId);
  return listResponse(
    directory.users.map((user) => userResource(directory, user, scimAddress(deps))),
    query,
  );
}

export async function readUser(
  deps: ScimDeps,
  { organisationId }: ScimAccess,
  id: string,
  query: ListQuery,
): Promise<ScimResult<object>> {
  const directory = await readDirectory(deps.db.single, deps, organisationId);
  const user = findUser(directory, id);
  return user ? done(selectAttributes(userResource(directory, user, scimAddress(deps)), query)) : noSuchResource;
}

/** Replaces what can change of a user: whether they are active, and what the directory calls them. */
export function replaceUser(deps: ScimDeps, access: ScimAccess, id: string, body: unknown) {
  return changeDirectory(deps, access, async (tx, organisation) => {
    const user = findUser(organisation.directory, id);
    if (!user) return noSuchResource;
    const parsed = parseUser(body);
    return parsed.ok ? saveUser(tx, deps, organisation, user, parsed.value) : parsed;
  });
}

export function patchUser(deps: ScimDeps, access: ScimAccess, id: string, body: unknown) {
  return changeDirectory(deps, access, async (tx, organisation) => {
    const user = findUser(organisation.directory, id);
    if (!user) return noSuchResource;
    const patched = applyPatch(changeableAttributes(user), body);
    if (!patched.ok) return patched;
    const parsed = parseUser(patched.value);
    return parsed.ok ? saveUser(tx, deps, organisation, user, parsed.value) : parsed;
  });
}

const changeableAttributes = ({ person, member, known }: DirectoryUser) => ({
  userName: person.email,
  externalId: known?.external_id ?? undefined,
  name: { givenName: known?.given_name ?? undefined, familyName: known?.family_name ?? undefined },
  displayName: known?.display_name ?? undefined,
  active: member.state === "active",
  emails: [{ value: person.email, type: "work", primary: true }],
});

async function saveUser(
  tx: Tx,
  deps: ScimDeps,
  organisation: ScimOrganisation,
  user: DirectoryUser,
  body: UserBody,
): Promise<ScimResult<Resource>> {
  const { id, person, member } = user;
  if (!organisation.directory.domains.has(domainOfEmail(body.userName))) return domainNotProved(body.userName);
  if (!user.isProved) return domainNotProved(person.email);
  if (body.userName !== person.email) return nameStays(organisation, body.userName);
  const isActive = member.state === "active";
  const becomesActive = body.active ?? isActive;
  if (isActive && !becomesActive && (await isLastOwner(tx, organisation.id, member))) return lastOwnerStays;
  await upsertScimUser(tx, organisation.id, id, factsOf(body));
  if (isActive !== becomesActive)
    await suspendOrReactivate(tx, deps, organisation, id, {
      state: becomesActive ? "active" : "suspended",
      reason: organisation.reason,
    });
  return readSavedUser(tx, deps, organisation.id, id);
}

/** The address of an account is how its owner signs in and recovers it, so no directory changes it. */
const nameStays = ({ directory }: ScimOrganisation, userName: string) =>
  directory.users.some(({ person }) => person.email === userName)
    ? refuse(409, "userName: another member has this address.", "uniqueness")
    : refuse(
        400,
        "userName: the address of an account cannot change. Remove this user, and create one with the new address.",
        "mutability",
      );

export const factsOf = ({ externalId, name, displayName }: UserBody) => ({
  externalId,
  givenName: name?.givenName ?? null,
  familyName: name?.familyName ?? null,
  displayName: displayName ?? name?.formatted ?? null,
});

export async function readSavedUser(
  tx: Tx,
  deps: ScimDeps,
  organisationId: string,
  id: string,
): Promise<ScimResult<Resource>> {
  const directory = await readDirectory(tx, deps, organisationId);
  const user = findUser(directory, id);
  if (!user) throw new Error("scim: a user that was just saved is missing");
  return done(userResource(directory, user, scimAddress(deps)));
}

/** Removes a member. Their account stays theirs. [TM-09] */
export function deleteUser(deps: ScimDeps, access: ScimAccess, id: string): Promise<ScimResult<undefined>> {
  return changeDirectory<undefined>(deps, access, async (tx, organisation) => {
    const user = findUser(organisation.directory, id);
    if (!user) return noSuchResource;
    if (!user.isProved) return domainNotProved(user.person.email);
    if (await isLastOwner(tx, organisation.id, user.member)) return lastOwnerStays;
    await removeFromOrganisation(tx, deps, organisation, user.id);
    await auditScim(tx, deps, organisation, { action: "member_removed", objectId: user.id });
    const facts = { organisation: organisation.name };
    await notifyMembers(tx, deps, [user.id], { kind: "membership_ended", facts, link: null });
    return done(undefined);
  });
}
