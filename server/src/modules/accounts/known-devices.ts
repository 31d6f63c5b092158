import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import type { CallContext } from "../../http/call.ts";
import { deviceCookieName, setDeviceCookie, isSharedComputer } from "../../http/cookies.ts";
import { tokenHash } from "../../kernel/vault.ts";
import { notify } from "../notifications/index.ts";
import type { AccountDeps } from "./deps.ts";
import { describeDevice } from "./profile/describe-device.ts";

/** The longest lifetime that browsers allow a cookie. */
const forgottenAfterDays = 400;

const base64urlOf32Bytes = /^[\w-]{43}$/;

/** The device token that a browser sent, if it is well-formed. */
export function deviceTokenOf(cookies: CallContext["cookies"]): string | undefined {
  const token = cookies[deviceCookieName];
  return token !== undefined && base64urlOf32Bytes.test(token) ? token : undefined;
}

/**
 * The token that a browser sent. One that has none yet gets the hash of a secret of this call, so that the code that
 * stores the device and the code that sets the cookie get the same token.
 */
const deviceTokenFor = (cookies: CallContext["cookies"], secret: string): string =>
  deviceTokenOf(cookies) ?? createHash("sha256").update(`device|${secret}`).digest("base64url");

/** Only browsers store cookies; a shared computer is never remembered. */
const canRememberDevice = ({ kind, cookies }: Pick<CallContext, "kind" | "cookies">) =>
  kind === "cookie" && !isSharedComputer(cookies);

/**
 * Stores this browser as a known device of the account, so that wrong passwords
 * from other devices do not lock its user out.
 * @param secret from the same call: a session token, a ticket or a mailed token
 */
export async function rememberDevice(tx: Tx, userId: string, context: CallContext, secret: string): Promise<void> {
  if (!canRememberDevice(context)) return;
  const hash = tokenHash(deviceTokenFor(context.cookies, secret));
  await tx
    .insertInto("known_devices")
    .values({ user_id: userId, device_hash: hash })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "device_hash"])
        .doUpdateSet({ last_at: productNow })
        .where(sql<boolean>`known_devices.last_at < product_now() - interval '1 day'`),
    )
    .execute();
}

/** Hashes of the device token that the browser sent and of the one it gets; null without one. */
export function deviceHashesOf(
  context: Pick<CallContext, "kind" | "cookies">,
  secret: string,
): { readonly presentedDeviceHash: Buffer | null; readonly issuedDeviceHash: Buffer | null } {
  if (context.kind !== "cookie") return { presentedDeviceHash: null, issuedDeviceHash: null };
  const presented = deviceTokenOf(context.cookies);
  return {
    presentedDeviceHash: presented === undefined ? null : tokenHash(presented),
    issuedDeviceHash: canRememberDevice(context) ? tokenHash(deviceTokenFor(context.cookies, secret)) : null,
  };
}

/** Notifies the owner of a session from a device that is new to the account, once. */
export async function notifyNewSignIn(
  deps: Pick<AccountDeps, "db" | "ids">,
  signIn: { readonly id: string; readonly userId: string; readonly device: string },
): Promise<void> {
  const { id, userId } = signIn;
  const facts = { device: await describeDevice(signIn.device) };
  const key = `new_sign_in:${id}`;
  await deps.db.transaction("system", (tx) =>
    notify(tx, deps, { ownerId: userId, key, kind: "new_sign_in", facts, link: "/profile#security" }),
  );
}

/** Sets or renews the cookie of the device that this call stored. @param secret the same as when it was stored */
export function refreshDeviceCookie(reply: FastifyReply, secret: string): void {
  const { cookies } = reply.request;
  if (!isSharedComputer(cookies)) setDeviceCookie(reply, deviceTokenFor(cookies, secret));
}

/** Deletes devices without a sign-in for 400 days. */
export async function deleteOldDevices(tx: Tx): Promise<void> {
  await tx
    .deleteFrom("known_devices")
    .where(sql<boolean>`last_at < product_now() - make_interval(days => ${forgottenAfterDays})`)
    .execute();
}
