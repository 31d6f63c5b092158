import { builtInRoles, isBuiltInRole, roleTexts, type Right, rightTexts } from "@idanimo/contract/organisations/rights";
import type { OrganisationMember, OrganisationRole } from "@idanimo/contract/organisations/organisations";

/** What the screens offer to a member. The server decides each call in any case. */

/** A member's rights as the profile lists them; null for a person's own account. */
export type Actor = { readonly rights: readonly string[] } | null | undefined;

/** Only the role owner has this right, so it tells an owner. */
const ownerRight: Right = "organisation:close";
export const isOwner = (actor: Actor): boolean => actor?.rights.includes(ownerRight) ?? false;

/** Whether a member may give a role: one without a right that they do not have, unless they are an owner. */
export const canGive = (actor: Actor, role: Pick<OrganisationRole, "rights">): boolean =>
  isOwner(actor) || role.rights.every((right) => actor?.rights.includes(right));

/** Only an owner changes, suspends or removes an owner. */
export const canManage = (actor: Actor, member: Pick<OrganisationMember, "roles">): boolean =>
  isOwner(actor) || !member.roles.some(({ id }) => id === "owner");

/** One line about a role: the description of a built-in one, the rights of a custom one. */
export function describeRole({ id, rights }: Pick<OrganisationRole, "id" | "rights">): string {
  return isBuiltInRole(id) ? roleTexts[id].description : rights.map((right) => rightTexts[right]).join(". ") + ".";
}

/** Built-in roles in the order of the contract, then custom ones by name. */
export function sortRoles(roles: readonly OrganisationRole[]): readonly OrganisationRole[] {
  const place = ({ id }: OrganisationRole) => (isBuiltInRole(id) ? builtInRoles.indexOf(id) : builtInRoles.length);
  return roles.toSorted((one, other) => place(one) - place(other) || one.name.localeCompare(other.name));
}

/** The chosen ids with one more or one less. */
export const toggle = (chosen: readonly string[], id: string, isChosen: boolean): readonly string[] =>
  isChosen ? [...chosen.filter((one) => one !== id), id] : chosen.filter((one) => one !== id);
