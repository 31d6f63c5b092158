import { invitationDays } from "@idanimo/contract/organisations/limits";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";

/** Queries for invitations. */

export type InvitationRow = {
  readonly id: string;
  readonly organisation_id: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly invited_by: string;
  readonly expires_at: Date;
};

const openInvitations = (tx: Tx) =>
  tx
    .selectFrom("invitations")
    .select(["id", "organisation_id", "email", "roles", "invited_by", "expires_at"])
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", productNow);

/** Open invitations of an organisation, newest first. */
export const findOpenInvitations = (tx: Tx, organisationId: string): Promise<readonly InvitationRow[]> =>
  openInvitations(tx)
    .where("organisation_id", "=", organisationId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

export const findInvitationByToken = (tx: Tx, tokenHash: Buffer): Promise<InvitationRow | undefined> =>
  openInvitations(tx).where("token_hash", "=", tokenHash).executeTakeFirst();

export async function insertInvitation(
  tx: Tx,
  invitation: Omit<InvitationRow, "expires_at"> & { readonly token_hash: Buffer },
): Promise<Date> {
  // an expired one no longer blocks the address
  await tx
    .updateTable("invitations")
    .set({ revoked_at: productNow })
    .where("organisation_id", "=", invitation.organisation_id)
    .where("email", "=", invitation.email)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", "<=", productNow)
    .execute();
  const row = await tx
    .insertInto("invitations")
    .values({
      ...invitation,
      roles: [...invitation.roles],
      expires_at: secondsFromNow(invitationDays * 86_400),
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** Consumes an invitation; false if it is no longer open. One statement, so only one of several calls gets it. */
export async function consumeInvitation(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable("invitations")
    .set({ used_at: productNow })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", productNow)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

const revokeOpen = (tx: Tx, organisationId: string) =>
  tx
    .updateTable("invitations")
    .set({ revoked_at: productNow })
    .where("organisation_id", "=", organisationId)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null);

/** Revokes an open invitation. @returns false if there is none */
export async function revokeInvitationRow(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const open = revokeOpen(tx, organisationId).where("expires_at", ">", productNow);
  return (await open.where("id", "=", id).returning("id").executeTakeFirst()) !== undefined;
}

/** Revokes every open invitation. */
export async function revokeInvitations(tx: Tx, organisationId: string): Promise<void> {
  await revokeOpen(tx, organisationId).execute();
}

/** Revokes what a member invited who may no longer invite. */
export async function revokeInvitationsOf(tx: Tx, organisationId: string, userId: string): Promise<void> {
  await revokeOpen(tx, organisationId).where("invited_by", "=", userId).execute();
}
