import { formerMember, type MemberName } from "@idanimo/contract/organisations/member-name";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { Actor } from "../../http/call.ts";
import type { People } from "../organisations/index.ts";
import { enqueueBusinessMatch } from "./business-verification/match-business.ts";
import { updateProfileColumns } from "./profile/store.ts";
import { provisionAccount } from "./provision-account.ts";

/** Accounts as members of organisations, and as the organisations that they are. */
export const people: People = {
  async find(tx, ids) {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ id: string; name: string; email: string; second_factor: boolean }>`
      select id, first_name || ' ' || last_name as name, email,
        totp_on_at is not null or exists (select from passkeys p where p.user_id = users.id) as second_factor
      from users where id = any (${[...ids]}::uuid[])`.execute(tx);
    return new Map(rows.map(({ id, name, email, second_factor: secondFactor }) => [id, { name, email, secondFactor }]));
  },

  async findIdByEmail(tx, email) {
    return (await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst())?.id;
  },

  provision: provisionAccount,

  async findPasskeyHolders(tx, ids) {
    if (ids.length === 0) return new Set();
    const rows = await tx.selectFrom("passkeys").select("user_id").distinct().where("user_id", "in", ids).execute();
    return new Set(rows.map(({ user_id: userId }) => userId));
  },

  async changeBusiness(tx, accountId, { name, rcNumber, officeAddress }) {
    const account = await tx
      .selectFrom("users")
      .select("id")
      .where("id", "=", accountId)
      .where("user_type", "=", "business")
      .forUpdate()
      .executeTakeFirst();
    if (!account) return false;
    await updateProfileColumns(tx, accountId, {
      ...(name !== undefined && { business_name: name }),
      ...(rcNumber !== undefined && { rc_number: rcNumber }),
      ...(officeAddress !== undefined && { office_address: officeAddress }),
    });
    if (name !== undefined || rcNumber !== undefined) await enqueueBusinessMatch(tx, accountId);
    return true;
  },

  async forgetBusiness(tx, accountId) {
    await tx
      .updateTable("users")
      .set({ business_name: null, rc_number: null, office_address: null, designation: null, verified_at: null })
      .where("id", "=", accountId)
      .execute();
  },
};

/**
 * Finds the names of the members who made rows [TM-04]. Null stands for the account of the organisation's id; a
 * person's own account has no members.
 */
export async function findMakers(
  tx: Tx,
  { ownerId, member }: Actor,
  madeBy: readonly (string | null)[],
): Promise<(madeBy: string | null) => MemberName | undefined> {
  if (member === null) return () => undefined;
  const names = await people.find(tx, [...new Set(madeBy.map((userId) => userId ?? ownerId))]);
  return (userId) => ({ userId: userId ?? ownerId, name: names.get(userId ?? ownerId)?.name.trim() || formerMember });
}
