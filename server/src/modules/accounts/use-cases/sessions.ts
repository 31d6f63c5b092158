import { closedOrganisation } from "@idanimo/contract/organisations/texts";
import type { keepSession, logout, profile } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { rightsOf } from "@idanimo/contract/organisations/rights";
import { fail, ok } from "@idanimo/contract/problems";
import { suspensionSentence } from "@idanimo/contract/suspensions";
import type { AuthenticateSession, Caller, Handler } from "../../../http/call.ts";
import { Batcher } from "../../../database/batcher.ts";
import { tokenHash, tokenHashHex } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import { recordMemberActivity } from "../../organisations/index.ts";
import type { AccountDeps } from "../deps.ts";
import {
  callerFromRow,
  findCallers,
  findCallersWithProfiles,
  findProfile,
  type FoundCaller,
  type OwnersBalance,
  type ProfileRow,
  type TokenLookup,
} from "../caller-store.ts";
import { findSessionExpiry, recordActivity, revokeSessions, touchSession } from "../session-store.ts";

type ProfileResponse = OutputOf<typeof profile>;

/**
 * Finds the caller of a token, in batches; idle, ended and expired sessions have none. Every call queries the
 * database. [T-10]
 */
export function createAuthenticate(deps: Pick<AccountDeps, "db">): AuthenticateSession {
  const onBatch = (size: number) => deps.db.batch("sign_in", size);
  const queueActivity = createActivityWriter(deps.db);
  const callers = new Batcher(
    async (calls: readonly TokenLookup[]) => {
      const found = await findCallers(deps.db, calls);
      for (const one of found) if (one?.isStale) queueActivity(one);
      return found.map((one) => one && one.caller);
    },
    100,
    onBatch,
  );
  const profiles = new Batcher(
    async (calls: readonly Omit<TokenLookup, "active">[]) => {
      const rows = await findCallersWithProfiles(deps.db, calls);
      return rows.map((row) => row && withProfile(row));
    },
    100,
    onBatch,
  );
  return ({ token, active, organisationId, reads }) => {
    const lookup = { tokenHash: tokenHashHex(token), organisationId };
    return reads === "profile" ? profiles.submit(lookup) : callers.submit({ ...lookup, active });
  };
}

function withProfile(row: ProfileRow): Caller | "outsider" {
  const caller = callerFromRow(row);
  return caller === "outsider" ? caller : { ...caller, profile: profileFromRow(row) };
}

/** The organisation for which a caller acted, if any. */
const actedFor = ({ caller }: FoundCaller) =>
  caller === "outsider" || caller.member === null ? [] : [{ organisationId: caller.ownerId, userId: caller.userId }];

/** Records activity in the background, one statement at a time. After a failure the next call records it. */
function createActivityWriter(db: AccountDeps["db"]): (found: FoundCaller) => void {
  const waiting = new Map<string, FoundCaller>();
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    while (waiting.size > 0) {
      const found = [...waiting.values()];
      await recordActivity(
        db,
        found.map(({ signInId }) => signInId),
      ).catch(() => undefined);
      await recordMemberActivity(db, found.flatMap(actedFor)).catch(() => undefined);
      for (const { signInId } of found) waiting.delete(signInId);
    }
    isWriting = false;
  };
  return (found) => {
    waiting.set(found.signInId, found);
    if (!isWriting) void write();
  };
}

/** Ends the session on the server. Succeeds without a session too. */
export function signOut(deps: Pick<AccountDeps, "db" | "ids">): Handler<typeof logout> {
  return async (_input, _caller, context) => {
    const token = context.token;
    if (token !== undefined)
      await deps.db.transaction("system", async (tx) => {
        const [ended] = await revokeSessions(tx, { tokenHash: tokenHash(token) });
        if (!ended) return;
        const entry = { actorKind: "user", actorId: ended.userId, action: "signed_out", objectId: ended.id } as const;
        await writeAudit(tx, deps.ids, entry);
      });
    return ok({ result: "success" });
  };
}

/** The caller's profile; undefined if the account or the session does not exist. */
export async function loadProfile(db: AccountDeps["db"], caller: Caller): Promise<ProfileResponse | undefined> {
  const row = await findProfile(db, caller, caller.signInId);
  return row ? profileFromRow(row) : undefined;
}

const profileFromRow = (user: ProfileRow): ProfileResponse => ({
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  emailConfirmed: user.email_proved,
  phoneNumber: user.phone,
  address: user.address,
  nin: user.nin_masked,
  userType: user.user_type,
  verified: user.verified,
  businessName: user.business_name,
  rcNumber: user.rc_number,
  designation: user.designation,
  profileImageLocation: user.profile_image,
  ...walletsOf(user),
  unreadNotices: user.unread,
  expirationDate: user.ends_at.toISOString(),
  organisation:
    user.owner_kind === "organisation"
      ? {
          id: user.owner_id,
          // without a name it is closed: its first member has the sign-in of the same id, and no right there
          name: user.organisation_name ?? closedOrganisation,
          verified: user.organisation_verified === true,
          memberId: user.user_id,
          rights: [...rightsOf(user.roles ?? [], user.custom_rights ?? [])],
        }
      : null,
  suspension: user.suspension && {
    since: new Date(user.suspension.since).toISOString(),
    reason: suspensionSentence(user.suspension.code),
    ofOrganisation: !user.suspension.own,
  },
});

/** The caller's profile with the active wallet, which was read together with the session or the key. */
export const readProfile: Handler<typeof profile> = async (_input, { profile: read }) => {
  if (!read) throw new Error("readProfile: the profile was not read with the caller");
  return ok(read);
};

/** What a key reads: the wallet, and nothing about its creator [DP-02]. */
export const profileOfKey = (owner: OwnersBalance, now: Date): ProfileResponse => ({
  firstName: "",
  lastName: "",
  email: "",
  emailConfirmed: true,
  phoneNumber: null,
  address: null,
  nin: null,
  userType: "business",
  verified: false,
  businessName: null,
  rcNumber: null,
  designation: null,
  profileImageLocation: null,
  ...walletsOf(owner),
  unreadNotices: 0,
  expirationDate: now.toISOString(),
  organisation: null,
  suspension: null,
});

const walletsOf = (owner: Pick<ProfileRow, "active_currency" | "naira_minor" | "dollars_minor">) => ({
  walletBalance: BigInt(owner.active_currency === "NGN" ? owner.naira_minor : owner.dollars_minor),
  currency: owner.active_currency,
  wallets: [
    { currency: "NGN" as const, balance: BigInt(owner.naira_minor) },
    { currency: "USD" as const, balance: BigInt(owner.dollars_minor) },
  ],
});

/** Records activity before the response; returns the session's latest end. */
export function keepSessionAlive(deps: Pick<AccountDeps, "db">): Handler<typeof keepSession> {
  return async (_input, caller) => {
    await touchSession(deps.db, caller.signInId);
    const endsAt = await findSessionExpiry(deps.db.single, caller.signInId);
    return endsAt ? ok({ expirationDate: endsAt.toISOString() }) : fail("not_signed_in", {});
  };
}
