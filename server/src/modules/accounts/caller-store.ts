import type { UserType } from "@idanimo/contract/accounts";
import type { Currency } from "@idanimo/contract/money";
import { rightsOf } from "@idanimo/contract/organisations/rights";
import type { Database } from "../../database/database.ts";
import { withQueryTimeout } from "../../database/pools.ts";
import type { Actor, Caller } from "../../http/call.ts";
import { unreadNoticesSql } from "../notifications/index.ts";
import { membershipSql } from "../organisations/index.ts";
import { isSuspendedSql, suspensionSql } from "./suspensions/caller-columns.ts";
import { walletBalanceSql } from "../wallet/index.ts";
import { activityIntervalSeconds, idleCutoff } from "./session-times.ts";

/** Finds the caller of a request: session, user, owner, membership and rights in one statement. [T-10 TM-02] */

export type CallerRow = {
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
  /** The user or the owner. */
  readonly suspended: boolean;
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
    isSuspended: row.suspended,
  };
}

/** A token's owner, and whether the call's activity must be recorded. */
export type FoundCaller = {
  readonly caller: Caller | "outsider";
  readonly signInId: string;
  readonly isStale: boolean;
};

/** Columns of a caller; `s` is a session, `u` its user, and the others are those of `membershipJoin`. */
export const callerColumns = {
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
  suspended: isSuspendedSql("w.id", "u.id"),
};
/** Usable sessions, their users and memberships for the tokens `a`. */
const activeSessionJoin = `join sign_ins s on s.token_hash = a.token_hash join users u on u.id = s.user_id
  left join lateral (${membershipSql("coalesce(a.organisation, s.user_id)", "s.user_id")}) w on true
  where s.ended_at is null and s.ends_at > product_now() and (s.kind = 'bearer' or s.seen_at > ${idleCutoff})`;

export function selectionOf(columns: Readonly<Record<string, string>>): string {
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
  readonly suspension: { readonly since: string; readonly code: string; readonly own: boolean } | null;
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
  suspension: suspensionSql("w.id", "u.id"),
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

/** Columns of the organisation's wallets, for a call with an API key. */
const { active_currency, naira_minor, dollars_minor } = profileColumns;
export const walletColumns = { active_currency, naira_minor, dollars_minor };
export type OwnersBalance = Pick<ProfileRow, "active_currency" | "naira_minor" | "dollars_minor">;
