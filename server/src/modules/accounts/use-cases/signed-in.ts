import type { keepSession, logout, profile } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import type { Caller, Handler, Identify } from "../../../http/call.ts";
import { Coalescer } from "../../../database/coalesce.ts";
import { tokenHash, tokenHashInHex } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import {
  asCaller,
  type CallBy,
  endSignIns,
  findCallers,
  findCallersWithProfiles,
  findProfile,
  findSignInEnd,
  keepActive,
  type ProfileRow,
  readProfileRow,
  writeActivity,
} from "../sign-in-store.ts";

type ProfileAnswer = OutputOf<typeof profile>;

/** Profiles that were read in the last minute are kept, so many at most: whoever reads again mostly reads the same. */
const [keptProfiles, keptMs] = [2_000, 60_000];

/**
 * Finds who a token belongs to: idle browsers, ended and overdue sign-ins belong to nobody. Calls that wait are looked up together.
 * What the database says is asked each time; the same words from it are read once.
 * Source: T-10, performance.md, limit 4.
 */
export function identifyWith(deps: Pick<AccountDeps, "db">): Identify {
  const onBatch = (size: number) => deps.db.batch("sign_in", size);
  const known = new Map<string, { readonly text: string; readonly caller: Caller }>();
  setInterval(() => known.clear(), keptMs).unref(); // also where nobody calls: whoever has left is not kept
  const read = (text: string, hash: string): Caller => {
    const before = known.get(hash);
    if (before?.text === text) return before.caller;
    const row = readProfileRow(text);
    const caller = Object.freeze({ ...asCaller(row), profile: frozen(asProfile(row)) }); // many calls have it in hand
    if (known.size >= keptProfiles) known.clear();
    known.set(hash, { text: Buffer.from(text).toString(), caller }); // a copy: a part of a text keeps all of it
    return caller;
  };
  const wasActive = activityWriter(deps.db);
  const callers = new Coalescer(
    async (calls: readonly CallBy[]) => {
      const found = await findCallers(deps.db, calls);
      for (const one of found) if (one?.isStale) wasActive(one.caller.signInId);
      return found.map((one) => one && one.caller);
    },
    100,
    onBatch,
  );
  const profiles = new Coalescer(
    (tokenHashes: readonly string[]) => findCallersWithProfiles(deps.db, tokenHashes, read),
    100,
    onBatch,
  );
  return (token, active, reads) => {
    const hash = tokenHashInHex(token);
    return reads === "profile" ? profiles.ask(hash) : callers.ask({ tokenHash: hash, active });
  };
}

/** A profile that cannot change any more, to its depth. */
function frozen(profile: ProfileAnswer): ProfileAnswer {
  for (const wallet of profile.wallets) Object.freeze(wallet);
  Object.freeze(profile.wallets);
  return Object.freeze(profile);
}

/** Writes activity down behind the calls' backs, one statement at a time. What fails is written with the next call. */
function activityWriter(db: AccountDeps["db"]): (signInId: string) => void {
  const waiting = new Set<string>();
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    while (waiting.size > 0) {
      const ids = [...waiting];
      await writeActivity(db, ids).catch(() => undefined);
      for (const id of ids) waiting.delete(id);
    }
    isWriting = false;
  };
  return (signInId) => {
    waiting.add(signInId);
    if (!isWriting) void write();
  };
}

/** Ends a sign-in on the server. Also fine without one: then there is nothing to end. */
export function signOut(deps: Pick<AccountDeps, "db" | "ids">): Handler<typeof logout> {
  return async (_input, _caller, context) => {
    const token = context.token;
    if (token !== undefined)
      await deps.db.transaction("system", async (tx) => {
        const [ended] = await endSignIns(tx, { tokenHash: tokenHash(token) });
        if (!ended) return;
        const entry = { actorKind: "user", actorId: ended.userId, action: "signed_out", objectId: ended.id } as const;
        await writeAudit(tx, deps.ids, entry);
      });
    return ok({ result: "success" });
  };
}

/** A profile as its owner reads it; undefined when the account or the sign-in is gone. */
export async function profileOf(db: AccountDeps["db"], caller: Caller): Promise<ProfileAnswer | undefined> {
  const row = await findProfile(db, caller.userId, caller.signInId);
  return row ? asProfile(row) : undefined;
}

const asProfile = (user: ProfileRow): ProfileAnswer => ({
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
  walletBalance: BigInt(user.active_currency === "NGN" ? user.naira_minor : user.dollars_minor),
  currency: user.active_currency,
  wallets: [
    { currency: "NGN", balance: BigInt(user.naira_minor) },
    { currency: "USD", balance: BigInt(user.dollars_minor) },
  ],
  unreadNotices: user.unread,
  expirationDate: new Date(user.ends_at).toISOString(),
});

/** Who is signed in, with the active wallet: read with the sign-in check, in one statement. */
export const readProfile: Handler<typeof profile> = (_input, { profile: read }) =>
  read ? Promise.resolve(ok(read)) : Promise.reject(new Error("a profile is read with the sign-in check"));

/** Counts as activity before it answers; says when the sign-in ends at the latest. */
export function keepSignIn(deps: Pick<AccountDeps, "db">): Handler<typeof keepSession> {
  return async (_input, caller) => {
    await keepActive(deps.db, caller.signInId);
    const endsAt = await findSignInEnd(deps.db.single, caller.signInId);
    return endsAt ? ok({ expirationDate: endsAt.toISOString() }) : fail("not_signed_in", {});
  };
}
