import { isBuiltInRole, type Right, rightsOf, roleTexts } from "@idanimo/contract/organisations/rights";

/** Decisions about roles and members. */

export type CustomRole = { readonly id: string; readonly name: string; readonly rights: readonly string[] };
/** What decides over a member's possibilities. */
export type Standing = { readonly roles: readonly string[]; readonly rights: ReadonlySet<Right> };

export const isOwner = ({ roles }: Pick<Standing, "roles">): boolean => roles.includes("owner");

/** Whether all roles are built in or custom ones of the organisation. */
export const areRolesKnown = (roles: readonly string[], custom: readonly CustomRole[]): boolean =>
  roles.every((role) => isBuiltInRole(role) || custom.some(({ id }) => id === role));

/** The rights that roles contain, by the organisation's custom roles. */
export const rightsOfRoles = (roles: readonly string[], custom: readonly CustomRole[]): ReadonlySet<Right> =>
  rightsOf(
    roles,
    custom.filter(({ id }) => roles.includes(id)).flatMap(({ rights }) => rights),
  );

/**
 * Whether a member may give these rights: only their own, except that an owner may also let someone open colleagues'
 * results, which no owner does by that role.
 */
export const canGive = (actor: Standing, given: Iterable<Right>): boolean =>
  isOwner(actor) || [...given].every((right) => actor.rights.has(right));

/** Only an owner changes, suspends or removes an owner. */
export const canManage = (actor: Standing, target: Pick<Standing, "roles">): boolean =>
  isOwner(actor) || !isOwner(target);

/** Roles with the names that screens show; those that no longer exist are left out. */
export const roleLabels = (roles: readonly string[], custom: readonly CustomRole[]) =>
  roles.flatMap((id) => {
    const name = isBuiltInRole(id) ? roleTexts[id].name : custom.find((role) => role.id === id)?.name;
    return name === undefined ? [] : [{ id, name }];
  });

/** Roles for a sentence: `Requester and Finance`. */
export function describeRoles(roles: readonly string[], custom: readonly CustomRole[]): string {
  const names = roleLabels(roles, custom).map(({ name }) => name);
  const last = names.at(-1) ?? "no role";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Roles for the reason of an audit row: names of built-in roles and ids of custom ones. */
export const auditedRoles = (roles: readonly string[]): string => roles.join(" ").slice(0, 200);

/** The email address with its middle hidden: `a***@example.com`. */
export function maskEmailAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}***${email.slice(at)}`;
}
