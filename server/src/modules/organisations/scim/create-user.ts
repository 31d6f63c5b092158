import { membersMax } from "@idanimo/contract/organisations/limits";
import { domainOfEmail } from "@idanimo/contract/organisations/single-sign-on";
import type { Tx } from "../../../database/database.ts";
import { directoryAccountMessage, queueMessage } from "../../notifications/index.ts";
import { notifyMembers, publishRightsChanged } from "../announce.ts";
import { countMembers, findMember, insertMember, setMemberState } from "../member-store.ts";
import { auditedRoles, describeRoles } from "../rules.ts";
import { auditScim, changeDirectory, type ScimDeps, type ScimOrganisation } from "./change-directory.ts";
import { fallbackRole } from "./group-roles.ts";
import { parseUser, type UserBody } from "./parse-body.ts";
import type { Resource } from "./resources.ts";
import { refuse, type ScimResult } from "./scim-result.ts";
import type { ScimAccess } from "./scim-access.ts";
import { setGivenRoles, upsertScimUser } from "./user-store.ts";
import { domainNotProved, factsOf, readSavedUser } from "./users.ts";

type NewAccount = { readonly id: string; readonly key: Buffer };

/**
 * Makes a person of a proved domain a member with the default role. An account that has the address is linked, and
 * its owner gets a notice; otherwise one is opened without a password. [TM-12]
 */
export async function createUser(deps: ScimDeps, access: ScimAccess, body: unknown): Promise<ScimResult<Resource>> {
  const parsed = parseUser(body);
  if (!parsed.ok) return parsed;
  const id = deps.ids.publicId();
  const account = { id, key: await deps.keys.create(id) }; // stored before the account; destroyed again if none is opened
  const created = await changeDirectory(deps, access, (tx, organisation) =>
    addUser(tx, deps, organisation, account, parsed.value),
  );
  if (!created.ok || created.value.id !== id) await deps.keys.destroy([id]);
  return created;
}

async function addUser(
  tx: Tx,
  deps: ScimDeps,
  organisation: ScimOrganisation,
  account: NewAccount,
  body: UserBody,
): Promise<ScimResult<Resource>> {
  const { id: organisationId, name, customRoles, reason } = organisation;
  const { userName: email } = body;
  if (!organisation.directory.domains.has(domainOfEmail(email))) return domainNotProved(email);
  const known = await deps.people.findIdByEmail(tx, email);
  if (known !== undefined && (await findMember(tx, organisationId, known)))
    return refuse(409, "userName: this person is a member already.", "uniqueness");
  if ((await countMembers(tx, organisationId)) >= membersMax)
    return refuse(403, `The organisation has ${membersMax} members, the most that are possible.`);

  const userId = await deps.people.provision(tx, deps.ids, account.id, { email, ...namesOf(body) });
  const roles = [fallbackRole(organisation)];
  await insertMember(tx, { organisationId, userId, roles, invitedBy: null });
  await upsertScimUser(tx, organisationId, userId, factsOf(body));
  await setGivenRoles(tx, organisationId, userId, roles);
  await auditScim(tx, deps, organisation, {
    action: "member_joined",
    objectId: userId,
    reason: `${reason} ${auditedRoles(roles)}`.slice(0, 200),
  });
  if (body.active === false) {
    await setMemberState(tx, organisationId, userId, "suspended");
    await auditScim(tx, deps, organisation, { action: "member_suspended", objectId: userId });
  } else if (userId === account.id) await welcome(tx, deps, name, account, email);
  if (userId !== account.id) {
    const facts = { organisation: name, roles: describeRoles(roles, customRoles) };
    await notifyMembers(tx, deps, [userId], { kind: "directory_added_member", facts, link: null });
    await publishRightsChanged(tx, organisationId, [userId]);
  }
  return readSavedUser(tx, deps, organisationId, userId);
}

/** The name of a new account, which its owner can change. */
function namesOf({ userName, name, displayName }: UserBody): { readonly firstName: string; readonly lastName: string } {
  const { givenName = null, familyName = null, formatted = null } = name ?? {};
  if (givenName !== null || familyName !== null) return { firstName: givenName ?? "", lastName: familyName ?? "" };
  const words = (displayName ?? formatted ?? userName.slice(0, userName.lastIndexOf("@"))).split(" ");
  return { firstName: words[0] ?? "", lastName: words.slice(1).join(" ") };
}

async function welcome(tx: Tx, deps: ScimDeps, organisation: string, account: NewAccount, to: string): Promise<void> {
  const message = directoryAccountMessage({
    organisation,
    signIn: `${deps.publicUrl}/login`,
    setPassword: `${deps.publicUrl}/forgot-password`,
    terms: `${deps.publicUrl}/terms`,
  });
  const sealedBy = { keyId: account.id, key: account.key, requestId: null };
  await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "directory_account", to, ...message }, deps.ids);
}
