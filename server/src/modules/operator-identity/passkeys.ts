import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import {
  createCreationOptions,
  createRequestOptions,
  credentialIdOf,
  limitKey,
  verifyAuthentication,
  verifyRegistration,
} from "../accounts/index.ts";
import { writeAudit } from "../audit/index.ts";
import type { OperatorIdentityDeps } from "./deps.ts";
import * as store from "./passkey-store.ts";
import { openSignIn, recordFailure } from "./sign-in.ts";
import { findOperatorByEmail, lockOperator, type SignedInOperator } from "./store.ts";

/** Passkeys of operators: adding and removing need the password again; a sign-in needs nothing else. */

type Challenge = { readonly challengeId: string; readonly options: Record<string, unknown> };

export async function listOperatorPasskeys({ db }: Pick<OperatorIdentityDeps, "db">, operatorId: string) {
  const passkeys = await store.listPasskeys(db.single, operatorId);
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Checks the password of a signed-in operator; wrong ones count as those of a sign-in. */
async function checkPassword(
  deps: OperatorIdentityDeps,
  { email }: SignedInOperator,
  password: string,
): Promise<Result<void, "wrong_password" | "too_many_requests" | "unavailable">> {
  const limits = [["login_account", `operator:${limitKey(deps.vault, email)}`]] as const;
  const allowed = await deps.limits.consumeAll(limits);
  if (!allowed.ok) return allowed;
  const operator = await findOperatorByEmail(deps.db.single, email);
  const right = await deps.passwords.matches(operator?.password_hash ?? null, password);
  if (!right.ok) return right;
  if (!right.value) return fail("wrong_password", {});
  await deps.limits.refundAll(limits);
  return ok(undefined);
}

/** Creates a challenge for one new passkey. @param origin of the console's page */
export async function createPasskeyOptions(
  deps: OperatorIdentityDeps,
  operator: SignedInOperator,
  { password, origin }: { readonly password: string; readonly origin: string },
): Promise<Result<Challenge, "wrong_password" | "too_many_requests" | "unavailable">> {
  const proved = await checkPassword(deps, operator, password);
  if (!proved.ok) return proved;
  const known = await store.listPasskeys(deps.db.single, operator.id);
  const [challengeId, challenge] = [deps.ids.publicId(), deps.ids.token()];
  await store.insertChallenge(deps.db.single, challengeId, challenge, operator.id);
  const person = { userId: operator.id, email: operator.email };
  const credentials = known.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
  return ok({ challengeId, options: await createCreationOptions(origin, person, challenge, credentials) });
}

type Answer = { readonly challengeId: string; readonly response: unknown; readonly origin: string };

export async function addPasskey(
  { db, ids }: OperatorIdentityDeps,
  operator: SignedInOperator,
  { challengeId, response, origin, name }: Answer & { readonly name: string },
): Promise<Result<{ readonly id: string }, "passkey_refused">> {
  const challenge = await store.consumeChallenge(db.single, challengeId, operator.id);
  const made = challenge === undefined ? undefined : await verifyRegistration(origin, challenge, response);
  if (!made) return fail("passkey_refused", {});
  const id = ids.publicId();
  return db.transaction("system", async (tx) => {
    if ((await lockOperator(tx, operator.id))?.state !== "active") return fail("passkey_refused", {});
    if (!(await store.insertPasskey(tx, { id, operatorId: operator.id, name, ...made })))
      return fail("passkey_refused", {});
    await auditPasskey(tx, ids, operator.id, "operator_passkey_added", id);
    return ok({ id });
  });
}

export async function removePasskey(
  deps: OperatorIdentityDeps,
  operator: SignedInOperator,
  { id, password }: { readonly id: string; readonly password: string },
): Promise<Result<void, "wrong_password" | "not_found" | "too_many_requests" | "unavailable">> {
  const proved = await checkPassword(deps, operator, password);
  if (!proved.ok) return proved;
  return deps.db.transaction("system", async (tx) => {
    if (!(await store.deletePasskey(tx, operator.id, id))) return fail("not_found", {});
    await auditPasskey(tx, deps.ids, operator.id, "operator_passkey_removed", id);
    return ok(undefined);
  });
}

const auditPasskey = (
  tx: Tx,
  ids: OperatorIdentityDeps["ids"],
  operatorId: string,
  action: "operator_passkey_added" | "operator_passkey_removed",
  objectId: string,
) => writeAudit(tx, ids, { actorKind: "operator", actorId: operatorId, action, objectId });

/** Creates a sign-in challenge for any visitor, so it has a limit of its own. */
export async function createPasskeySignInOptions(
  deps: OperatorIdentityDeps,
  { ip, origin }: { readonly ip: string; readonly origin: string },
): Promise<Result<Challenge, "too_many_requests">> {
  const allowed = await deps.limits.consume("passkey_address", `operator:${ip}`);
  if (!allowed.ok) return allowed;
  const [challengeId, challenge] = [deps.ids.publicId(), deps.ids.token()];
  await store.insertChallenge(deps.db.single, challengeId, challenge, null);
  return ok({ challengeId, options: await createRequestOptions(origin, challenge) });
}

/** Signs in with a passkey, which verified its user. @returns the session token */
export async function signInWithPasskey(
  deps: OperatorIdentityDeps,
  given: Answer & { readonly ip: string; readonly userAgent: string },
): Promise<Result<{ readonly token: string }, "passkey_refused" | "too_many_requests">> {
  const allowed = await deps.limits.consume("login_address", `operator:${given.ip}`);
  if (!allowed.ok) return allowed;
  const { db } = deps;
  const challenge = await store.consumeChallenge(db.single, given.challengeId, null);
  const credentialId = credentialIdOf(given.response);
  const passkey =
    challenge === undefined || credentialId === undefined
      ? undefined
      : await store.findPasskey(db.single, credentialId);
  const counter =
    passkey && challenge !== undefined
      ? await verifyAuthentication(given.origin, challenge, given.response, { ...passkey, userId: passkey.operatorId })
      : undefined;
  const token =
    passkey && counter !== undefined
      ? await db.transaction("system", async (tx) => {
          if ((await lockOperator(tx, passkey.operatorId))?.state !== "active") return undefined;
          if (!(await store.recordPasskeyUse(tx, passkey.id, counter))) return undefined;
          return openSignIn(tx, deps, passkey.operatorId, given.userAgent);
        })
      : undefined;
  if (token === undefined) {
    await recordFailure(deps, passkey?.operatorId, "passkey");
    return fail("passkey_refused", {});
  }
  await deps.limits.refund("login_address", `operator:${given.ip}`);
  return ok({ token });
}
