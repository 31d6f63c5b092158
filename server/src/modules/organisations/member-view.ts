import type { OrganisationMember } from "@idanimo/contract/organisations/organisations";
import type { Person } from "./deps.ts";
import type { MemberRow } from "./member-store.ts";
import { type CustomRole, roleLabels } from "./rules.ts";

/** A member as colleagues see them. */
export const memberView = (
  row: MemberRow,
  person: Person | undefined,
  customRoles: readonly CustomRole[],
): OrganisationMember => ({
  userId: row.user_id,
  name: person?.name ?? "Closed account",
  email: person?.email ?? "",
  state: row.state,
  roles: roleLabels(row.roles, customRoles),
  joinedAt: row.joined_at.toISOString(),
  lastActiveAt: row.last_active_at.toISOString(),
  secondFactor: person?.secondFactor ?? false,
});
