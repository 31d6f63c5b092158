import type { keepSession, logout, profile } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import type { Caller, Handler, Identify } from "../../../http/call.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { endSignIns, findCaller, findProfile, findSignInEnd } from "../sign-in-store.ts";

/** Finds who a token belongs to: idle browsers, ended and overdue sign-ins belong to nobody. Source: T-10. */
export function identifyWith(deps: Pick<AccountDeps, "db">): Identify {
  return (token, active) => findCaller(deps.db, tokenHash(token), active);
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
  const user = await findProfile(db, caller.userId, caller.signInId);
  return (
    user && {
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      emailConfirmed: user.email_proved,
      phoneNumber: user.phone,
      address: user.address,
      nin: user.nin_masked,
      userType: user.user_type,
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
    }
  );
}

/** Who is signed in, with the active wallet. */
export function readProfile(deps: Pick<AccountDeps, "db">): Handler<typeof profile> {
  return async (_input, caller) => {
    const found = await profileOf(deps.db, caller);
    return found ? ok(found) : fail("not_signed_in", {});
  };
}

/** The call itself was the activity; it answers when the sign-in ends at the latest. */
export function keepSignIn(deps: Pick<AccountDeps, "db">): Handler<typeof keepSession> {
  return async (_input, caller) => {
    const endsAt = await findSignInEnd(deps.db.single, caller.signInId);
    return endsAt ? ok({ expirationDate: endsAt.toISOString() }) : fail("not_signed_in", {});
  };
}
