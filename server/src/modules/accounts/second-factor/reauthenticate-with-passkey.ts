import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Caller } from "../../../http/call.ts";
import type { AccountDeps } from "../deps.ts";
import * as store from "./passkey-store.ts";
import { credentialIdOf, verifyAuthentication } from "./web-authn.ts";

/**
 * Requires a passkey of the caller again, which answers a challenge of a sign-in. The passkey verifies its user, so no
 * second step follows. [T-10]
 */
export async function reauthenticateWithPasskey(
  deps: Pick<AccountDeps, "db" | "publicUrl">,
  { userId }: Pick<Caller, "userId">,
  { challengeId, response }: { readonly challengeId: string; readonly response: unknown },
): Promise<Result<void, "passkey_refused">> {
  const challenge = await store.consumeChallenge(deps.db.single, challengeId, null);
  const credentialId = credentialIdOf(response);
  if (challenge === undefined || credentialId === undefined) return fail("passkey_refused", {});
  const passkey = await store.findPasskey(deps.db.single, credentialId);
  if (passkey?.userId !== userId) return fail("passkey_refused", {});
  const counter = await verifyAuthentication(deps.publicUrl, challenge, response, passkey);
  const isUsed = counter !== undefined && (await store.recordPasskeyUse(deps.db.single, passkey.id, counter));
  return isUsed ? ok(undefined) : fail("passkey_refused", {});
}
