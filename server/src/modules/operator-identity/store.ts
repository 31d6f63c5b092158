import { operatorIdleMinutes, operatorSignInHours, type OperatorRole } from "@idanimo/contract/console/rights";
import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../database/database.ts";

/** Operators, their sign-ins and codes. */

export type OperatorState = "invited" | "active" | "disabled";
export type Operator = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly state: OperatorState;
  readonly roles: readonly OperatorRole[];
};
const operatorColumns = ["id", "email", "name", "state", "roles"] as const;

export const findOperator = (tx: Tx, id: string): Promise<Operator | undefined> =>
  tx.selectFrom("operators").select(operatorColumns).where("id", "=", id).executeTakeFirst();

export const findOperatorByEmail = (
  tx: Tx,
  email: string,
): Promise<(Operator & { readonly password_hash: string | null }) | undefined> =>
  tx
    .selectFrom("operators")
    .select([...operatorColumns, "password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();

/** Locks an operator, so that two changes of one happen one after the other. */
export const lockOperator = (tx: Tx, id: string): Promise<Operator | undefined> =>
  tx.selectFrom("operators").select(operatorColumns).where("id", "=", id).forUpdate().executeTakeFirst();

export async function insertOperator(
  tx: Tx,
  { id, email, name, roles }: Omit<Operator, "state">,
  createdBy: string | null,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("operators")
    .values({
      id,
      email,
      name,
      roles: [...roles],
      password_hash: null,
      totp_sealed: null,
      totp_last_step: null,
      created_by: createdBy,
      disabled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export type ListedOperator = Operator & { readonly createdAt: Date; readonly lastSeenAt: Date | null };

/** All operators by name; there are few. */
export const findOperators = (tx: Tx): Promise<readonly ListedOperator[]> =>
  tx
    .selectFrom("operators as o")
    .select(["o.id", "o.email", "o.name", "o.state", "o.roles", "o.created_at as createdAt"])
    .select(
      sql<Date | null>`(select max(s.seen_at) from operator_sign_ins s where s.operator_id = o.id)`.as("lastSeenAt"),
    )
    .orderBy("o.name")
    .orderBy("o.id")
    .execute();

/** Names of operators by id. */
export async function findOperatorNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("operators")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts active operators other than one who have at least one of these roles. */
export async function countOthersWithRoles(
  tx: Tx,
  operatorId: string,
  roles: readonly OperatorRole[],
): Promise<number> {
  const row = await tx
    .selectFrom("operators")
    .select((build) => build.fn.countAll<bigint>().as("count"))
    .where("state", "=", "active")
    .where("id", "<>", operatorId)
    .where(sql<boolean>`roles && ${[...roles]}::text[]`)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export const countActiveOperators = async (tx: Tx): Promise<number> => {
  const row = await tx
    .selectFrom("operators")
    .select((build) => build.fn.countAll<bigint>().as("count"))
    .where("state", "=", "active")
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

export async function updateRoles(tx: Tx, id: string, roles: readonly OperatorRole[]): Promise<void> {
  await tx
    .updateTable("operators")
    .set({ roles: [...roles] })
    .where("id", "=", id)
    .execute();
}

/** Ends an operator's access: account, sign-ins, keys, tickets and invitations. */
export async function markDisabled(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("operators").set({ state: "disabled", disabled_at: productNow }).where("id", "=", id).execute();
  await tx
    .updateTable("operator_sign_ins")
    .set({ ended_at: productNow })
    .where("operator_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  await tx
    .updateTable("operator_keys")
    .set({ ended_at: productNow })
    .where("operator_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  await tx
    .updateTable("operator_sign_in_tickets")
    .set({ used_at: productNow })
    .where("operator_id", "=", id)
    .where("used_at", "is", null)
    .execute();
  await endInvitations(tx, id);
}

// invitations

/** Stores an invitation; an earlier one of the operator ends. */
export async function insertInvitation(tx: Tx, operatorId: string, tokenHash: Buffer, minutes: number): Promise<void> {
  await endInvitations(tx, operatorId);
  await tx
    .insertInto("operator_invitations")
    .values({ token_hash: tokenHash, operator_id: operatorId, ends_at: secondsFromNow(minutes * 60), used_at: null })
    .execute();
}

async function endInvitations(tx: Tx, operatorId: string): Promise<void> {
  await tx
    .updateTable("operator_invitations")
    .set({ used_at: productNow })
    .where("operator_id", "=", operatorId)
    .where("used_at", "is", null)
    .execute();
}

export type InvitedOperator = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly totpSealed: Buffer | null;
  readonly nowMs: number;
};

/** Locks the invited operator of a link that can still be used. */
export const lockInvitation = (tx: Tx, tokenHash: Buffer): Promise<InvitedOperator | undefined> =>
  tx
    .selectFrom("operator_invitations as i")
    .innerJoin("operators as o", "o.id", "i.operator_id")
    .select(["o.id", "o.email", "o.name", "o.totp_sealed as totpSealed"])
    .select(sql<number>`(extract(epoch from product_now()) * 1000)::float8`.as("nowMs"))
    .where("i.token_hash", "=", tokenHash)
    .where("i.used_at", "is", null)
    .where("i.ends_at", ">", productNow)
    .where("o.state", "=", "invited")
    .forUpdate()
    .executeTakeFirst();

export async function storeTotpSecret(tx: Tx, operatorId: string, sealed: Buffer): Promise<void> {
  await tx.updateTable("operators").set({ totp_sealed: sealed }).where("id", "=", operatorId).execute();
}

/** Activates an invited operator and ends the link. */
export async function activateOperator(
  tx: Tx,
  operatorId: string,
  { passwordHash, totpStep }: { readonly passwordHash: string; readonly totpStep: bigint },
): Promise<void> {
  await tx
    .updateTable("operators")
    .set({ state: "active", password_hash: passwordHash, totp_last_step: totpStep })
    .where("id", "=", operatorId)
    .execute();
  await endInvitations(tx, operatorId);
}

export async function insertRecoveryCodes(tx: Tx, operatorId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto("operator_recovery_codes")
    .values(hashes.map((hash) => ({ operator_id: operatorId, code_hash: hash, used_at: null })))
    .execute();
}

export async function consumeRecoveryCode(tx: Tx, operatorId: string, hash: Buffer): Promise<boolean> {
  const used = await tx
    .updateTable("operator_recovery_codes")
    .set({ used_at: productNow })
    .where("operator_id", "=", operatorId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .returning("operator_id")
    .executeTakeFirst();
  return used !== undefined;
}

// sign-ins

const ticketMinutes = 10;

export async function insertTicket(tx: Tx, operatorId: string, tokenHash: Buffer): Promise<void> {
  await tx
    .insertInto("operator_sign_in_tickets")
    .values({
      token_hash: tokenHash,
      operator_id: operatorId,
      ends_at: secondsFromNow(ticketMinutes * 60),
      used_at: null,
    })
    .execute();
}

export type TicketHolder = { readonly id: string; readonly totpSealed: Buffer | null; readonly nowMs: number };

/** Takes one of a ticket's attempts, before its code is checked; undefined if none is left or it ended. */
export async function takeTicketAttempt(tx: Tx, tokenHash: Buffer): Promise<TicketHolder | undefined> {
  const found = await sql<{ id: string; totp_sealed: Buffer | null; now_ms: number }>`
    update operator_sign_in_tickets t set attempts_left = attempts_left - 1
    from operators o
    where t.token_hash = ${tokenHash} and t.used_at is null and t.attempts_left > 0 and t.ends_at > product_now()
      and o.id = t.operator_id and o.state = 'active'
    returning o.id, o.totp_sealed, (extract(epoch from product_now()) * 1000)::float8 as now_ms`.execute(tx);
  const row = found.rows[0];
  return row && { id: row.id, totpSealed: row.totp_sealed, nowMs: row.now_ms };
}

/** Uses a ticket; false if another call used it meanwhile. */
export async function spendTicket(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const used = await tx
    .updateTable("operator_sign_in_tickets")
    .set({ used_at: productNow })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .returning("operator_id")
    .executeTakeFirst();
  return used !== undefined;
}

/** Marks an authenticator's time step as used, so that no code works twice. */
export async function consumeTotpStep(tx: Tx, operatorId: string, step: bigint): Promise<boolean> {
  const used = await tx
    .updateTable("operators")
    .set({ totp_last_step: step })
    .where("id", "=", operatorId)
    .where((where) => where.or([where("totp_last_step", "is", null), where("totp_last_step", "<", step)]))
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

export async function insertSignIn(
  tx: Tx,
  signIn: { readonly id: string; readonly operatorId: string; readonly tokenHash: Buffer; readonly browser: string },
): Promise<void> {
  await tx
    .insertInto("operator_sign_ins")
    .values({
      id: signIn.id,
      operator_id: signIn.operatorId,
      token_hash: signIn.tokenHash,
      browser: signIn.browser,
      ends_at: secondsFromNow(operatorSignInHours * 3600),
      ended_at: null,
    })
    .execute();
}

export type SignedInOperator = Operator & { readonly signInId: string };

/** Finds the operator of a sign-in that has not ended; records the activity. */
export async function findSignedInOperator(
  tx: Tx,
  {
    tokenHash,
    browser,
    isActivity,
  }: { readonly tokenHash: Buffer; readonly browser: string; readonly isActivity: boolean },
): Promise<SignedInOperator | undefined> {
  const found = await sql<Operator & { sign_in_id: string }>`
    update operator_sign_ins s set seen_at = case when ${isActivity} then product_now() else s.seen_at end
    from operators o
    where s.token_hash = ${tokenHash} and s.browser = ${browser} and s.ended_at is null and s.ends_at > product_now()
      and s.seen_at > product_now() - make_interval(mins => ${operatorIdleMinutes})
      and o.id = s.operator_id and o.state = 'active'
    returning s.id as sign_in_id, o.id, o.email, o.name, o.state, o.roles`.execute(tx);
  const row = found.rows[0];
  if (!row) return undefined;
  const { sign_in_id: signInId, ...operator } = row;
  return { ...operator, signInId };
}

export async function endSignIn(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("operator_sign_ins")
    .set({ ended_at: productNow })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}
