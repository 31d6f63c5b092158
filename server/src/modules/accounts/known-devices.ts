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

/** As long as a browser keeps the cookie. */
const forgottenAfterDays = 400;

/** The name a browser came with, if it has one of ours. */
export function deviceTokenOf(cookies: CallContext["cookies"]): string | undefined {
  const name = cookies[deviceCookieName];
  return name !== undefined && /^[\w-]{43}$/.test(name) ? name : undefined;
}

/** A browser's first name: made from the secret it is given with, so that whoever sets the cookie can make it too, and no way back. */
const deriveDeviceToken = (secret: string) => createHash("sha256").update(`device|${secret}`).digest("base64url");

/** Clients that keep no cookies have no name, and a computer that others use as well is nobody's. */
const canRememberDevice = ({ kind, cookies }: Pick<CallContext, "kind" | "cookies">) =>
  kind === "cookie" && !isSharedComputer(cookies);

/**
 * Notes that somebody came to a new password from this browser, who then gets in while others guess.
 * @param secret what this very answer gives or took: a sign-in's token, a ticket, a mailed token
 */
export async function rememberDevice(tx: Tx, userId: string, context: CallContext, secret: string): Promise<void> {
  if (!canRememberDevice(context)) return;
  const hash = tokenHash(deviceTokenOf(context.cookies) ?? deriveDeviceToken(secret));
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

/** Hashes of the name a browser came with and of the one it goes with, where it has them. */
export function deviceHashesOf(
  context: Pick<CallContext, "kind" | "cookies">,
  secret: string,
): { readonly presentedDeviceHash: Buffer | null; readonly issuedDeviceHash: Buffer | null } {
  if (context.kind !== "cookie") return { presentedDeviceHash: null, issuedDeviceHash: null };
  const name = deviceTokenOf(context.cookies);
  const presentedDeviceHash = name === undefined ? null : tokenHash(name);
  return {
    presentedDeviceHash,
    issuedDeviceHash: canRememberDevice(context) ? tokenHash(name ?? deriveDeviceToken(secret)) : null,
  };
}

/** Tells the owner of a sign-in from where the account was never used, once. It stands among their sign-ins by then. */
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

/** Gives the browser the name that `knowDevice` noted for the same secret. */
export function refreshDeviceCookie(reply: FastifyReply, secret: string): void {
  const { cookies } = reply.request;
  if (!isSharedComputer(cookies)) setDeviceCookie(reply, deviceTokenOf(cookies) ?? deriveDeviceToken(secret));
}

/** Browsers that nobody came from for 400 days. */
export async function deleteOldDevices(tx: Tx): Promise<void> {
  await tx
    .deleteFrom("known_devices")
    .where(sql<boolean>`last_at < product_now() - make_interval(days => ${forgottenAfterDays})`)
    .execute();
}
