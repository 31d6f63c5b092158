import { sharedSignInHours } from "@idanimo/contract/shared-computer";
import { sql } from "kysely";
import { type Database, productNow, type Tx } from "../../database/database.ts";
import { publishSessionsEnded } from "../../database/live-events.ts";
import { withQueryTimeout } from "../../database/pools.ts";
import { deleteDevicesOfSignIns } from "../notifications/index.ts";
import { ownersView } from "../organisations/index.ts";
import { walletBalanceSql } from "../wallet/index.ts";
import type { ProfileRow } from "./caller-store.ts";
import { activityIntervalSeconds, idleCutoff } from "./session-times.ts";

/** A session ends after this long, however active. [T-10] */
const signInLifeHours = 12;
/** Whether a session that was not ended is neither idle nor expired. */
const isUsable = sql<boolean>`ends_at > product_now() and (kind = 'bearer' or seen_at > ${sql.raw(idleCutoff)})`;

/** What a sign-in is checked against: the account, else the newest sign-up of the address, else nothing. */
export type LoginCandidate = {
  readonly user_id: string | null;
  readonly registration_id: string | null;
  readonly password_hash: string | null;
  /** This browser has signed in to the account before. */
  readonly known_device: boolean;
};

/**
 * Returns one row for every email address, known or not, in one statement, so that its duration reveals nothing.
 * [T-04]
 * @param deviceHash hash of the browser's device token, if it has one
 */
export async function findLoginCandidate(tx: Tx, email: string, deviceHash: Buffer | null): Promise<LoginCandidate> {
  const found = await sql<LoginCandidate>`
    select u.id as user_id, r.id as registration_id, coalesce(u.password_hash, r.password_hash) as password_hash,
      exists (select from known_devices d where d.user_id = u.id and d.device_hash = ${deviceHash}::bytea) as known_device
    from (select ${email}::text as email) asked
    left join users u on u.email = asked.email
    left join lateral (
      select id, password_hash from registrations
      where email = asked.email and u.id is null and not known and activated_at is null and ends_at > product_now()
      order by created_at desc limit 1
    ) r on true`.execute(tx);
  return found.rows[0] ?? { user_id: null, registration_id: null, password_hash: null, known_device: false };
}

export type NewSession = {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly kind: "cookie" | "bearer";
  readonly device: string;
  /** Hash of the device token that the browser sent. */
  readonly presentedDeviceHash: Buffer | null;
  /** Hash of its device token from now on; null if it stores none. */
  readonly issuedDeviceHash: Buffer | null;
  readonly auditId: string;
  /** No second step is required: it was completed, or the sign-in method needs none. */
  readonly secondStepDone: boolean;
  /**
   * The hash that the password matched, if any: the statement waits for a change in progress, which takes
   * precedence.
   */
  readonly comparedWith: string | null;
  readonly shared: boolean;
};

export type StartedSession = Pick<
  ProfileRow,
  "user_type" | "email" | "first_name" | "last_name" | "phone" | "profile_image" | "active_currency"
> & {
  readonly balance_minor: bigint;
  readonly ends_at: Date;
  readonly outcome: "signed_in" | "second_step" | "changed";
  /** The account was used before, but never from this device. */
  readonly is_new: boolean;
};

/**
 * Stores a session with its audit row and known device in one statement; undefined if the account does not exist.
 * [G-L1]
 */
export async function insertSession(tx: Tx, signIn: NewSession): Promise<StartedSession | undefined> {
  const found = await sql<StartedSession>`
    select b.outcome, b.is_new, b.ends_at, u.user_type, u.email, u.first_name, u.last_name, u.phone, u.profile_image,
      o.active_currency, ${sql.raw(walletBalanceSql("u.id", "o.active_currency"))} as balance_minor
    from create_sign_in(${signIn.id}, ${signIn.userId}, ${signIn.tokenHash}, ${signIn.kind}, ${signIn.device},
      make_interval(hours => ${signIn.shared ? sharedSignInHours : signInLifeHours}), ${signIn.presentedDeviceHash}, ${signIn.issuedDeviceHash}, ${signIn.auditId},
      ${signIn.secondStepDone}, ${signIn.comparedWith}) b
    join users u on u.id = ${signIn.userId} join ${ownersView} o on o.id = u.id`.execute(tx);
  return found.rows[0];
}

/** Gives a session the shorter idle limit of a shared computer. */
export async function markSessionShared(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("sign_ins").set({ shared: true }).where("id", "=", id).execute();
}

/** Sessions by the hash of their token, or of one account: one of them, all but one, or all. */
type SessionSelector =
  | { readonly tokenHash: Buffer }
  | { readonly userId: string; readonly id?: string; readonly except?: string };

/**
 * Ends sessions, deletes their push subscriptions and closes their event streams. Every way to end a session uses
 * this function. [T-10 T-69]
 * @returns those that were still usable, without idle and expired ones
 */
export async function revokeSessions(
  tx: Tx,
  which: SessionSelector,
): Promise<readonly { id: string; userId: string }[]> {
  const open = tx.updateTable("sign_ins").set({ ended_at: productNow }).where("ended_at", "is", null);
  const chosen =
    "tokenHash" in which
      ? open.where("token_hash", "=", which.tokenHash)
      : open
          .where("user_id", "=", which.userId)
          .$if(which.id !== undefined, (some) => some.where("id", "=", which.id ?? ""))
          .$if(which.except !== undefined, (some) => some.where("id", "<>", which.except ?? ""));
  const rows = await chosen.returning(["id", "user_id", isUsable.as("usable")]).execute();
  const [first] = rows;
  if (!first) return [];
  await deleteDevicesOfSignIns(
    tx,
    rows.map(({ id }) => id),
  );
  await publishSessionsEnded(tx, first.user_id);
  return rows.filter(({ usable }) => usable).map(({ id, user_id }) => ({ id, userId: user_id }));
}

export type SessionRow = {
  readonly id: string;
  readonly kind: "cookie" | "bearer";
  readonly device: string;
  readonly created_at: Date;
  readonly seen_at: Date;
};

/** Usable sessions of an account, newest activity first. */
export async function findActiveSessions(tx: Tx, userId: string): Promise<readonly SessionRow[]> {
  return tx
    .selectFrom("sign_ins")
    .select(["id", "kind", "device", "created_at", "seen_at"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where(isUsable)
    .orderBy("seen_at", "desc")
    .orderBy("created_at", "desc")
    .execute();
}

/**
 * Blocks claims and password changes of an account until the transaction ends, and waits for one in progress. Later
 * statements see its effects. [T-10 T-15]
 */
export async function lockAccountForShare(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", userId).forShare().execute();
}

/** Whether a session has not been ended since its call began. */
export async function isSessionOpen(tx: Tx, signInId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("sign_ins")
    .select("id")
    .where("id", "=", signInId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a session a new token. @returns when it ends; undefined if it has ended */
export async function rotateSessionToken(tx: Tx, id: string, newHash: Buffer): Promise<Date | undefined> {
  const row = await tx
    .updateTable("sign_ins")
    .set({ token_hash: newHash })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning("ends_at")
    .executeTakeFirst();
  return row?.ends_at;
}

/**
 * Records activity of sessions. Skips rows that another process is writing and does not wait for a standby:
 * processes never block each other, and a lost machine loses half a minute of activity.
 */
export async function recordActivity(db: Database, signInIds: readonly string[]): Promise<void> {
  await db.pool.query(
    withQueryTimeout({
      name: "write_activity",
      text: `with quick as materialized (select set_config('synchronous_commit', 'local', true)), stale as (
          select s.id from sign_ins s
          where s.id = any ($1::uuid[]) and s.seen_at < product_now() - interval '${activityIntervalSeconds} seconds'
          for no key update skip locked
        )
        update sign_ins s set seen_at = product_now() from stale, quick where s.id = stale.id`,
      values: [signInIds],
    }),
  );
}

/** Records activity of a session before the response. */
export async function touchSession(db: Database, signInId: string): Promise<void> {
  await db.pool.query(
    withQueryTimeout({
      name: "keep_active",
      text: `with quick as materialized (select set_config('synchronous_commit', 'local', true))
        update sign_ins s set seen_at = product_now() from quick where s.id = $1 and s.ended_at is null`,
      values: [signInId],
    }),
  );
}

export async function findSessionExpiry(tx: Tx, signInId: string): Promise<Date | undefined> {
  const row = await tx.selectFrom("sign_ins").select("ends_at").where("id", "=", signInId).executeTakeFirst();
  return row?.ends_at;
}

/** Deletes sessions that ended 30 days ago. */
export async function deleteOldSessions(tx: Tx): Promise<void> {
  await tx
    .deleteFrom("sign_ins")
    .where(sql<boolean>`least(ended_at, ends_at) < product_now() - interval '30 days'`)
    .execute();
}

/**
 * Ends the sessions of all accounts, and revokes all codes and links.
 * @returns how many sessions ended
 */
export async function revokeEverySession(tx: Tx): Promise<number> {
  const ended = await tx.updateTable("sign_ins").set({ ended_at: productNow }).where("ended_at", "is", null).execute();
  for (const table of ["mailed_tokens", "sign_in_tickets"] as const)
    await tx.updateTable(table).set({ used_at: productNow }).where("used_at", "is", null).execute();
  await tx.deleteFrom("passkey_challenges").execute();
  return ended.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}
