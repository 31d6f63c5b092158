import type { keepSession, logout, profile } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import type { Caller, Handler, Identify } from "../../../http/call.ts";
import { Coalescer } from "../../../database/coalesce.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import {
  type CallBy,
  endSignIns,
  findCallers,
  findProfiles,
  findSignInEnd,
  keepActive,
  type ProfileRow,
  type WhoseProfile,
  writeActivity,
} from "../sign-in-store.ts";

/**
 * Finds who a token belongs to: idle browsers, ended and overdue sign-ins belong to nobody. Calls that wait are looked up together.
 * Source: T-10, performance.md, limit 4.
 */
export function identifyWith(deps: Pick<AccountDeps, "db">): Identify {
  const find = (calls: readonly CallBy[]) => findCallers(deps.db, calls);
  const coalescer = new Coalescer(find, 100, (size) => deps.db.batch("sign_in", size));
  const wasActive = activityWriter(deps.db);
  return async (token, active) => {
    const found = await coalescer.ask({ tokenHash: tokenHash(token), active });
    if (found?.isStale) wasActive(found.caller.signInId);
    return found?.caller;
  };
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
export async function profileOf(db: AccountDeps["db"], caller: Caller): Promise<OutputOf<typeof profile> | undefined> {
  const [row] = await findProfiles(db, [caller]);
  return row ? asProfile(row) : undefined;
}

const asProfile = (user: ProfileRow): OutputOf<typeof profile> => ({
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
  walletBalance: user.balance_minor,
  currency: user.active_currency,
  wallets: [
    { currency: "NGN", balance: user.naira_minor },
    { currency: "USD", balance: user.dollars_minor },
  ],
  unreadNotices: user.unread,
  expirationDate: user.ends_at.toISOString(),
});

/** Who is signed in, with the active wallet. Read with every page: those that wait are read together. */
export function readProfile(deps: Pick<AccountDeps, "db">): Handler<typeof profile> {
  const coalescer = new Coalescer((asked: readonly WhoseProfile[]) => findProfiles(deps.db, asked));
  return async (_input, caller) => {
    const found = await coalescer.ask(caller);
    return found ? ok(asProfile(found)) : fail("not_signed_in", {});
  };
}

/** Counts as activity before it answers; says when the sign-in ends at the latest. */
export function keepSignIn(deps: Pick<AccountDeps, "db">): Handler<typeof keepSession> {
  return async (_input, caller) => {
    await keepActive(deps.db, caller.signInId);
    const endsAt = await findSignInEnd(deps.db.single, caller.signInId);
    return endsAt ? ok({ expirationDate: endsAt.toISOString() }) : fail("not_signed_in", {});
  };
}
