import { membersPageSize } from "@idanimo/contract/organisations/limits";
import type { organisationMembers } from "@idanimo/contract/organisations/organisations";
import { ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import type { OrganisationDeps } from "../deps.ts";
import { findOpenInvitations } from "../invitation-store.ts";
import { findMembers } from "../member-store.ts";
import { memberView } from "../member-view.ts";
import { findRoles } from "../role-store.ts";
import { roleLabels } from "../rules.ts";

/** A page of members; the first one has the open invitations. */
export function listMembers({
  db,
  people,
}: Pick<OrganisationDeps, "db" | "people">): Handler<typeof organisationMembers> {
  return async ({ after }, { ownerId }) => {
    const position = decodeCursor(after);
    const found = await findMembers(db.single, ownerId, position, membersPageSize + 1);
    const rows = found.slice(0, membersPageSize);
    const [custom, persons, invitations] = await Promise.all([
      findRoles(db.single, ownerId),
      people.find(
        db.single,
        rows.map(({ user_id: userId }) => userId),
      ),
      position === undefined ? findOpenInvitations(db.single, ownerId) : [],
    ]);
    const last = rows.at(-1);
    return ok({
      members: rows.map((row) => memberView(row, persons.get(row.user_id), custom)),
      invitations: invitations.map(({ id, email, roles, expires_at: expiresAt }) => ({
        id,
        email,
        roles: roleLabels(roles, custom),
        expiresAt: expiresAt.toISOString(),
      })),
      next: last && found.length > membersPageSize ? encodeCursor(last.joined_text, last.user_id) : null,
    });
  };
}
