import { fail, ok } from "@idanimo/contract/problems";
import type {
  addPasskey,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  removePasskey,
} from "@idanimo/contract/second-factor";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import type { AccountDeps } from "../deps.ts";
import { reauthenticate } from "../reauthenticate.ts";
import { lockAccountForShare, isSessionOpen } from "../session-store.ts";
import { announceExemption, checkSsoOfPasskey, findExemption } from "../sso/enforcement.ts";
import { completeSignIn } from "../use-cases/complete-sign-in.ts";
import { findAccountOwner, recordSecurityChange } from "./account-owner.ts";
import * as store from "./passkey-store.ts";
import {
  createCreationOptions,
  credentialIdOf,
  createRequestOptions,
  verifyRegistration,
  verifyAuthentication,
} from "./web-authn.ts";

/** Creates a challenge for one new passkey of this account. */
export function createRegistrationOptions(deps: AccountDeps): Handler<typeof passkeyOptions> {
  return async (input, caller) => {
    const proved = await reauthenticate(deps, caller, input.password);
    if (!proved.ok) return proved;
    const owner = await findAccountOwner(deps, caller.userId);
    const known = await store.listCredentials(deps.db.single, owner.id);
    const [challengeId, challenge] = [deps.ids.publicId(), deps.ids.token()];
    await store.insertChallenge(deps.db.single, challengeId, challenge, owner.id);
    const person = { userId: owner.id, email: owner.email };
    return ok({ challengeId, options: await createCreationOptions(deps.publicUrl, person, challenge, known) });
  };
}

export function registerPasskey(deps: AccountDeps): Handler<typeof addPasskey> {
  return async (input, caller) => {
    const challenge = await store.consumeChallenge(deps.db.single, input.challengeId, caller.userId);
    if (challenge === undefined) return fail("passkey_refused", {});
    const made = await verifyRegistration(deps.publicUrl, challenge, input.response);
    if (!made) return fail("passkey_refused", {});
    const owner = await findAccountOwner(deps, caller.userId);
    const id = deps.ids.publicId();
    return deps.db.transaction("system", async (tx) => {
      await lockAccountForShare(tx, owner.id);
      if (!(await isSessionOpen(tx, caller.signInId))) return fail("not_signed_in", {}); // a claim has ended it meanwhile [T-15]
      const isStored = await store.insertPasskey(tx, { id, userId: owner.id, name: input.name, ...made });
      if (!isStored) return fail("passkey_refused", {});
      await recordSecurityChange(tx, deps, owner, "passkey_added", id);
      return ok({ result: "success", id } as const);
    });
  };
}

export function unregisterPasskey(deps: AccountDeps): Handler<typeof removePasskey> {
  return async (input, caller) => {
    const proved = await reauthenticate(deps, caller, input.password);
    if (!proved.ok) return proved;
    const owner = await findAccountOwner(deps, caller.userId);
    return deps.db.transaction("system", async (tx) => {
      await lockAccountForShare(tx, owner.id);
      const passkeys = await store.listPasskeys(tx, owner.id);
      const exempt = passkeys.length === 1 ? await findExemption(tx, owner.id) : undefined;
      if (exempt) return fail("last_exempt_passkey", { organisation: exempt.name });
      if (!(await store.deletePasskey(tx, owner.id, input.id))) return fail("not_found", {});
      await recordSecurityChange(tx, deps, owner, "passkey_removed", input.id);
      return ok({ result: "success" } as const);
    });
  };
}

/** Creates a sign-in challenge for any visitor, so it has a limit of its own. */
export function createLoginOptions(deps: AccountDeps): Handler<typeof passkeyLoginOptions> {
  return async (_input, _caller, context) => {
    const fromAddress = await deps.limits.consume("passkey_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const [challengeId, challenge] = [deps.ids.publicId(), deps.ids.token()];
    await store.insertChallenge(deps.db.single, challengeId, challenge, null);
    return ok({ challengeId, options: await createRequestOptions(deps.publicUrl, challenge) });
  };
}

/** Signs in. The passkey verified its user, so no second step follows. */
export function signInWithPasskey(deps: AccountDeps): Handler<typeof passkeyLogin> {
  return async (input, _caller, context) => {
    const fromAddress = await deps.limits.consume("login_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    const challenge = await store.consumeChallenge(deps.db.single, input.challengeId, null);
    const credentialId = credentialIdOf(input.response);
    if (challenge === undefined || credentialId === undefined) return fail("passkey_refused", {});
    const passkey = await store.findPasskey(deps.db.single, credentialId);
    const counter = passkey && (await verifyAuthentication(deps.publicUrl, challenge, input.response, passkey));
    if (!passkey || counter === undefined) return fail("passkey_refused", {});
    const exempt = await checkSsoOfPasskey(deps.db, passkey.userId);
    if (!exempt.ok) return exempt;
    const spend = (tx: Tx) => store.recordPasskeyUse(tx, passkey.id, counter);
    const user = await completeSignIn(deps, passkey.userId, context, {
      deviceToken: input.deviceToken,
      consume: spend,
    });
    if (!user) return fail("passkey_refused", {});
    if (exempt.value) await announceExemption(deps, exempt.value, passkey.userId);
    await deps.limits.refund("login_address", context.ip); // only failures count: many people share an address
    return ok(user);
  };
}
