import type { Directory, DirectoryUser } from "./directory.ts";
import type { ScimGroupRow } from "./group-store.ts";

/** Users and groups as resources of RFC 7643, sections 4.1 and 4.2. */

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** A resource: its attributes by name. */
export type Resource = { readonly id: string } & Readonly<Record<string, unknown>>;

/** @param address the base of the SCIM calls */
export function userResource(
  { groups }: Pick<Directory, "groups">,
  { id, person, member, known }: DirectoryUser,
  address: string,
): Resource {
  const externalId = known?.external_id ?? undefined;
  const givenName = known?.given_name ?? undefined;
  const familyName = known?.family_name ?? undefined;
  const formatted = [givenName, familyName].filter((part) => part !== undefined).join(" ") || person.name.trim();
  return {
    schemas: [userSchema],
    id,
    ...(externalId !== undefined && { externalId }),
    userName: person.email,
    name: { ...(givenName && { givenName }), ...(familyName && { familyName }), formatted },
    displayName: known?.display_name ?? formatted,
    active: member.state === "active",
    emails: [{ value: person.email, type: "work", primary: true }],
    groups: groups
      .filter(({ members }) => members.includes(id))
      .map((group) => ({ value: group.scim_id, display: group.name, $ref: `${address}/Groups/${group.scim_id}` })),
    meta: {
      resourceType: "User",
      created: (known?.created_at ?? member.joined_at).toISOString(),
      lastModified: (known?.modified_at ?? member.joined_at).toISOString(),
      location: `${address}/Users/${id}`,
    },
  };
}

export function groupResource({ users }: Pick<Directory, "users">, group: ScimGroupRow, address: string): Resource {
  const emails = new Map(users.map(({ id, person }) => [id, person.email]));
  return {
    schemas: [groupSchema],
    id: group.scim_id,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.name,
    members: group.members.map((id) => ({
      value: id,
      ...(emails.has(id) && { display: emails.get(id) }),
      type: "User",
      $ref: `${address}/Users/${id}`,
    })),
    meta: {
      resourceType: "Group",
      created: group.created_at.toISOString(),
      lastModified: group.modified_at.toISOString(),
      location: `${address}/Groups/${group.scim_id}`,
    },
  };
}
