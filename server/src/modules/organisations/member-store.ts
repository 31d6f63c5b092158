import type { MemberState } from "@idanimo/contract/organisations/organisations";
import { sql } from "kysely";
import { type Database, productNow, type Tx } from "../../database/database.ts";
import type { Cursor } from "../../kernel/cursor.ts";

/** Queries for members. */

export type MemberRow = {
  readonly user_id: string;
  readonly state: MemberState;
  readonly roles: readonly string[];
  readonly joined_at: Date;
  /** In the database's full precision, for a cursor. */
  readonly joined_text: string;
  readonly last_active_at: Date;
};

const presentMembers = (tx: Tx, organisationId: string) =>
  tx
    .selectFrom("members")
    .select(["user_id", "state", "roles", "joined_at", "last_active_at"])
    .select(sql<string>`joined_at::text`.as("joined_text"))
    .where("organisation_id", "=", organisationId)
    .where("state", "<>", "removed");

/** A member who is not removed. */
export const findMember = (tx: Tx, organisationId: string, userId: string): Promise<MemberRow | undefined> =>
  presentMembers(tx, organisationId).where("user_id", "=", userId).executeTakeFirst();

/** Members by time of joining, without removed ones. */
export const findMembers = (
  tx: Tx,
  organisationId: string,
  after: Cursor | undefined,
  most: number,
): Promise<readonly MemberRow[]> =>
  presentMembers(tx, organisationId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(joined_at, user_id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("members.joined_at")
    .orderBy("user_id")
    .limit(most)
    .execute();

export async function countMembers(tx: Tx, organisationId: string): Promise<number> {
  const row = await tx
    .selectFrom("members")
    .select((build) => build.fn.countAll<bigint>().as("count"))
    .where("organisation_id", "=", organisationId)
    .where("state", "<>", "removed")
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Active members with a role, longest first. */
export async function findActiveMembersWithRole(
  tx: Tx,
  organisationId: string,
  role: string,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("members")
    .select("user_id")
    .where("organisation_id", "=", organisationId)
    .where("state", "=", "active")
    .where(sql<boolean>`${role} = any (roles)`)
    .orderBy("joined_at")
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

export async function findActiveMemberIds(tx: Tx, organisationId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("members")
    .select("user_id")
    .where("organisation_id", "=", organisationId)
    .where("state", "=", "active")
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/**
 * Adds a member, also one who was removed before. @returns false if they are a member already
 */
export async function insertMember(
  tx: Tx,
  member: {
    readonly organisationId: string;
    readonly userId: string;
    readonly roles: readonly string[];
    readonly invitedBy: string | null;
  },
): Promise<boolean> {
  const row = await tx
    .insertInto("members")
    .values({
      organisation_id: member.organisationId,
      user_id: member.userId,
      roles: [...member.roles],
      invited_by: member.invitedBy,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["organisation_id", "user_id"])
        .doUpdateSet((set) => ({
          state: "active" as const,
          roles: set.ref("excluded.roles"),
          invited_by: set.ref("excluded.invited_by"),
          joined_at: productNow,
          last_active_at: productNow,
          suspended_at: null,
          removed_at: null,
        }))
        .where("members.state", "=", "removed"),
    )
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

const oneMember = (tx: Tx, organisationId: string, userId: string) =>
  tx.updateTable("members").where("organisation_id", "=", organisationId).where("user_id", "=", userId);

export async function setMemberRoles(
  tx: Tx,
  organisationId: string,
  userId: string,
  roles: readonly string[],
): Promise<void> {
  await oneMember(tx, organisationId, userId)
    .set({ roles: [...roles] })
    .execute();
}

/** A reactivated member has a new idle period. */
export async function setMemberState(
  tx: Tx,
  organisationId: string,
  userId: string,
  state: "active" | "suspended",
): Promise<void> {
  await oneMember(tx, organisationId, userId)
    .set(
      state === "suspended"
        ? { state, suspended_at: productNow }
        : { state, suspended_at: null, last_active_at: productNow },
    )
    .execute();
}

export async function markMemberRemoved(tx: Tx, organisationId: string, userId: string): Promise<void> {
  await oneMember(tx, organisationId, userId).set({ state: "removed", removed_at: productNow }).execute();
}

/** How often a member's activity is written at most. */
const activityHours = 1;

/** Records that members acted for organisations; most calls write nothing. */
export async function recordMemberActivity(
  db: Database,
  acted: readonly { readonly organisationId: string; readonly userId: string }[],
): Promise<void> {
  if (acted.length === 0) return;
  await sql`update members m set last_active_at = product_now()
    from unnest(${acted.map(({ organisationId }) => organisationId)}::uuid[], ${acted.map(({ userId }) => userId)}::uuid[]) as a (organisation, person)
    where m.organisation_id = a.organisation and m.user_id = a.person and m.last_active_at < product_now() - make_interval(hours => ${activityHours})`.execute(
    db.single,
  );
}

/** Members who may open everyone's records, suspended ones too. */
export async function findMembersWithRecords(tx: Tx, organisationId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("members as m")
    .select("m.user_id")
    .where("m.organisation_id", "=", organisationId)
    .where("m.state", "<>", "removed")
    .where(
      sql<boolean>`('records' = any (m.roles) or exists (select from roles r
        where r.organisation_id = m.organisation_id and r.id::text = any (m.roles) and 'records:read_all' = any (r.rights)))`,
    )
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/** Whether an account of this id is an organisation that has or had other members. */
export async function hasColleagues(tx: Tx, organisationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("members")
    .select("user_id")
    .where("organisation_id", "=", organisationId)
    .where("user_id", "<>", organisationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The open organisations of which a user is a member, suspended ones too, in the order in which they are locked. */
export async function findPresentOrganisationIds(tx: Tx, userId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("members as m")
    .innerJoin("organisations as g", "g.id", "m.organisation_id")
    .select("m.organisation_id")
    .where("m.user_id", "=", userId)
    .where("m.state", "<>", "removed")
    .where("g.closed_at", "is", null)
    .orderBy("m.organisation_id")
    .execute();
  return rows.map(({ organisation_id: id }) => id);
}

/** Which of these are or were members. */
export async function findMemberIdsAmong(
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("members")
    .select("user_id")
    .where("organisation_id", "=", organisationId)
    .where(sql<boolean>`user_id = any (${[...ids]}::uuid[])`)
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/** Whether a user was a member once and was removed or left. */
export async function wasMemberRemoved(tx: Tx, organisationId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("members")
    .select("user_id")
    .where("organisation_id", "=", organisationId)
    .where("user_id", "=", userId)
    .where("state", "=", "removed")
    .executeTakeFirst();
  return row !== undefined;
}
