import type { UserType } from "@idanimo/contract/accounts";
import type { Currency } from "@idanimo/contract/money";
import { sharedIdleMinutes, sharedSignInHours } from "@idanimo/contract/shared-computer";
import { sql } from "kysely";
import { type Database, productNow, type Tx } from "../../database/database.ts";
import { publishSessionsEnded } from "../../database/live-events.ts";
import { withQueryTimeout } from "../../database/pools.ts";
import { rightsOf } from "@idanimo/contract/organisations/rights";
import type { Actor, Caller } from "../../http/call.ts";
import { deleteDevicesOfSignIns, unreadNoticesSql } from "../notifications/index.ts";
import { membershipSql, ownersView } from "../organisations/index.ts";
import { walletBalanceSql } from "../wallet/index.ts";

/** A session ends after this long, however active. [T-10] */
const signInLifeHours = 12;
/** A browser session also ends after this long without activity: the screen's 9 + 1 minutes, plus slack. */
const idleMinutes = 11;
/** SQL: a session last active before this time is idle; on a shared computer sooner. [T-19] */
const idleCutoff = `product_now() - case when shared then interval '${sharedIdleMinutes} minutes' else interval '${idleMinutes} minutes' end`;
/** Whether a session that was not ended is neither idle nor expired. */
const isUsable = sql<boolean>`ends_at > product_now() and (kind = 'bearer' or seen_at > ${sql.raw(idleCutoff)})`;
/** Activity is recorded at most this often, so that most calls write nothing. */
const activityIntervalSeconds = 30;

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

type CallerRow = {
  readonly email_proved: boolean;
  readonly id: string;
  readonly user_id: string;
  readonly kind: "cookie" | "bearer";
  /** Of the user; null if the call names an organisation that does not exist or is closed. */
  readonly owner_kind: "person" | "organisation" | null;
  readonly owner_id: string;
  /** Null without an active membership. */
  readonly roles: readonly string[] | null;
  readonly custom_rights: readonly string[] | null;
  readonly lacks_factor: boolean;
  readonly named: boolean;
};

/** A call's token hash in hexadecimal digits, the organisation that it names, and whether it counts as activity. */
export type TokenLookup = {
  readonly tokenHash: string;
  readonly organisationId: string | undefined;
  readonly active: boolean;
};

/** @returns `outsider` if the call names an organisation of which the user is no active member */
export function callerFromRow(row: CallerRow): Caller | "outsider" {
  if (row.named && row.roles === null) return "outsider";
  const isPerson = row.owner_kind === "person";
  return {
    userId: row.user_id,
    ownerId: row.owner_id,
    member: isPerson
      ? null
      : { rights: rightsOf(row.roles ?? [], row.custom_rights ?? []), lacksSecondFactor: row.lacks_factor },
    userType: isPerson ? "individual" : "business",
    signInId: row.id,
    kind: row.kind,
    emailConfirmed: row.email_proved,
  };
}

/** A token's owner, and whether the call's activity must be recorded. */
export type FoundCaller = {
  readonly caller: Caller | "outsider";
  readonly signInId: string;
  readonly isStale: boolean;
};

/** Columns of a caller; `s` is a session, `u` its user, and the others are those of `membershipJoin`. */
const callerColumns = {
  id: "s.id",
  user_id: "s.user_id",
  kind: "s.kind",
  email_proved: "u.email_verified_at is not null",
  owner_kind: "w.kind",
  owner_id: "coalesce(w.id, s.user_id)",
  roles: "w.roles",
  custom_rights: "w.custom_rights",
  lacks_factor:
    "coalesce(w.mfa_required, false) and u.totp_on_at is null and not exists (select from passkeys k where k.user_id = u.id)",
};
/** Usable sessions, their users and memberships for the tokens `a`. */
const activeSessionJoin = `join sign_ins s on s.token_hash = a.token_hash join users u on u.id = s.user_id
  left join lateral (${membershipSql("coalesce(a.organisation, s.user_id)", "s.user_id")}) w on true
  where s.ended_at is null and s.ends_at > product_now() and (s.kind = 'bearer' or s.seen_at > ${idleCutoff})`;

function selectionOf(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, expression]) => `${expression} as ${name}`)
    .join(", ");
}

const findCallersQuery = {
  name: "find_callers",
  text: `select a.place::int, a.active and s.seen_at < product_now() - interval '${activityIntervalSeconds} seconds' as is_stale,
    a.organisation is not null as named, ${selectionOf(callerColumns)}
    from unnest($1::bytea[], $2::bool[], $3::uuid[]) with ordinality a (token_hash, active, organisation, place) ${activeSessionJoin}`,
};

/**
 * Finds the callers of a batch of tokens in one statement; null for an unknown token. Prepared by name, because
 * every signed-in call runs it. Read-only, so that authentication never waits for a commit. [R-24]
 */
export async function findCallers(
  db: Database,
  calls: readonly TokenLookup[],
): Promise<readonly (FoundCaller | null)[]> {
  const active = `{${calls.map((call) => (call.active ? "t" : "f")).join(",")}}`;
  const { rows } = await db.pool.query<CallerRow & { readonly place: number; readonly is_stale: boolean }>(
    withQueryTimeout({
      ...findCallersQuery,
      values: [
        toByteaArray(calls.map(({ tokenHash }) => tokenHash)),
        active,
        calls.map(({ organisationId }) => organisationId ?? null),
      ],
    }),
  );
  const found: (FoundCaller | null)[] = calls.map(() => null);
  for (const row of rows)
    found[row.place - 1] = { caller: callerFromRow(row), signInId: row.id, isStale: row.is_stale };
  return found;
}

/**
 * Finds the callers of passive calls with their profiles in one statement; null for an unknown token.
 */
export async function findCallersWithProfiles(
  db: Database,
  calls: readonly Omit<TokenLookup, "active">[],
): Promise<readonly (ProfileRow | null)[]> {
  const { rows } = await db.pool.query<ProfileRow & { readonly place: number }>(
    withQueryTimeout({
      ...findCallersWithProfilesQuery,
      values: [
        toByteaArray(calls.map(({ tokenHash }) => tokenHash)),
        calls.map(({ organisationId }) => organisationId ?? null),
      ],
    }),
  );
  const found: (ProfileRow | null)[] = calls.map(() => null);
  for (const row of rows) found[row.place - 1] = row;
  return found;
}

/** A PostgreSQL array literal: digits and letters need no escaping, which the driver would check for. */
const toByteaArray = (tokenHashes: readonly string[]) => `{${tokenHashes.map((hash) => `"\\\\x${hash}"`).join(",")}}`;

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

/** A profile and the session that reads it. */
export type ProfileRow = CallerRow & {
  readonly user_type: UserType;
  readonly organisation_name: string | null;
  readonly organisation_verified: boolean | null;
  readonly ends_at: Date;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly address: string | null;
  readonly nin_masked: string | null;
  readonly business_name: string | null;
  readonly rc_number: string | null;
  readonly designation: string | null;
  readonly profile_image: string | null;
  readonly active_currency: Currency;
  readonly verified: boolean;
  /** Amounts in minor units. */
  readonly naira_minor: string;
  readonly dollars_minor: string;
  /** Unread notices. */
  readonly unread: number;
};

/** The SQL expression of each column. */
const profileColumns: Readonly<Record<Exclude<keyof ProfileRow, "named">, string>> = {
  ...callerColumns,
  user_type: "u.user_type",
  organisation_name: "w.name",
  organisation_verified: "w.verified_at is not null",
  ends_at: "s.ends_at",
  first_name: "u.first_name",
  last_name: "u.last_name",
  email: "u.email",
  phone: "u.phone",
  address: "case u.user_type when 'business' then u.office_address else u.address end",
  nin_masked: "u.nin_masked",
  business_name: "u.business_name",
  rc_number: "u.rc_number",
  designation: "u.designation",
  profile_image: "u.profile_image",
  active_currency: "w.active_currency",
  verified: "u.verified_at is not null",
  naira_minor: `${walletBalanceSql("w.id", "'NGN'")}::text`,
  dollars_minor: `${walletBalanceSql("w.id", "'USD'")}::text`,
  unread: unreadNoticesSql("u.id"),
};
const profileSelection = selectionOf(profileColumns);

const findCallersWithProfilesQuery = {
  name: "find_callers_with_profiles",
  text: `select a.place::int, a.organisation is not null as named, ${profileSelection}
    from unnest($1::bytea[], $2::uuid[]) with ordinality a (token_hash, organisation, place) ${activeSessionJoin}`,
};

/** A user's profile with one of its sessions, for an owner; undefined if one does not exist. */
export async function findProfile(
  db: Database,
  { userId, ownerId }: Pick<Actor, "userId" | "ownerId">,
  signInId: string,
): Promise<ProfileRow | undefined> {
  const { rows } = await db.pool.query<ProfileRow>(
    withQueryTimeout({
      name: "find_profile",
      text: `select $3::uuid <> u.id as named, ${profileSelection} from users u join sign_ins s on s.user_id = u.id
        left join lateral (${membershipSql("$3::uuid", "u.id")}) w on true where u.id = $1 and s.id = $2`,
      values: [userId, signInId, ownerId],
    }),
  );
  return rows[0];
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
