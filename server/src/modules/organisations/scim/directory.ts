import { membersMax } from "@idanimo/contract/organisations/limits";
import { domainOfEmail } from "@idanimo/contract/organisations/single-sign-on";
import type { Tx } from "../../../database/database.ts";
import type { OrganisationDeps, Person } from "../deps.ts";
import { findMembers, type MemberRow } from "../member-store.ts";
import { findDomains } from "../single-sign-on/domain-store.ts";
import { findScimGroups, type ScimGroupRow } from "./group-store.ts";
import { findScimUsers, type ScimUserRow } from "./user-store.ts";

/** A member as a directory sees them. */
export type DirectoryUser = {
  readonly id: string;
  readonly person: Person;
  readonly member: MemberRow;
  /** Undefined for a member who joined in another way and whom the directory has not changed yet. */
  readonly known: ScimUserRow | undefined;
  /** Whether the organisation proves the domain of their address now, so that its directory may change them. */
  readonly isProved: boolean;
};

/** What a directory may see of an organisation. It is small enough to be read as a whole. */
export type Directory = {
  readonly users: readonly DirectoryUser[];
  readonly groups: readonly ScimGroupRow[];
  readonly domains: ReadonlySet<string>;
};

/**
 * Reads members whom the directory created or whose address is in a domain that the organisation proved. Others,
 * such as guests with an address elsewhere, are none of its business. [TM-12]
 */
export async function readDirectory(
  tx: Tx,
  { people }: Pick<OrganisationDeps, "people">,
  organisationId: string,
): Promise<Directory> {
  const members = await findMembers(tx, organisationId, undefined, membersMax);
  const known = new Map((await findScimUsers(tx, organisationId)).map((row) => [row.user_id, row]));
  const groups = await findScimGroups(tx, organisationId);
  const persons = await people.find(
    tx,
    members.map(({ user_id: id }) => id),
  );
  const domains = new Set(
    (await findDomains(tx, organisationId)).filter((row) => row.verified_at !== null).map(({ domain }) => domain),
  );
  const users = members.flatMap((member): DirectoryUser[] => {
    const id = member.user_id;
    const person = persons.get(id);
    if (!person) return [];
    const isProved = domains.has(domainOfEmail(person.email));
    return isProved || known.has(id) ? [{ id, person, member, known: known.get(id), isProved }] : [];
  });
  return { users, groups, domains };
}
