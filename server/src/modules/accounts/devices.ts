import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import type { CallContext } from "../../http/call.ts";
import { deviceCookie, giveDevice, isShared } from "../../http/cookies.ts";
import { tokenHash } from "../../kernel/vault.ts";
import { notify } from "../notifications/index.ts";
import type { AccountDeps } from "./deps.ts";
import { deviceWords } from "./profile/device-words.ts";

/** As long as a browser keeps the cookie. */
const forgottenAfterDays = 400;

/** The name a browser came with, if it has one of ours. */
export function deviceOf(cookies: CallContext["cookies"]): string | undefined {
  const name = cookies[deviceCookie];
  return name !== undefined && /^[\w-]{43}$/.test(name) ? name : undefined;
}

/** A browser's first name: made from the secret it is given with, so that whoever sets the cookie can make it too, and no way back. */
const newDevice = (secret: string) => createHash("sha256").update(`device|${secret}`).digest("base64url");

/** Clients that keep no cookies have no name, and a computer that others use as well is nobody's. */
const keepsName = ({ kind, cookies }: Pick<CallContext, "kind" | "cookies">) => kind === "cookie" && !isShared(cookies);

/**
 * Notes that somebody came to a new password from this browser, who then gets in while others guess.
 * @param secret what this very answer gives or took: a sign-in's token, a ticket, a mailed token
 */
export async function knowDevice(tx: Tx, userId: string, context: CallContext, secret: string): Promise<void> {
  if (!keepsName(context)) return;
  const hash = tokenHash(deviceOf(context.cookies) ?? newDevice(secret));
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
export function namesOf(
  context: Pick<CallContext, "kind" | "cookies">,
  secret: string,
): { readonly cameAs: Buffer | null; readonly goesAs: Buffer | null } {
  if (context.kind !== "cookie") return { cameAs: null, goesAs: null };
  const name = deviceOf(context.cookies);
  const cameAs = name === undefined ? null : tokenHash(name);
  return { cameAs, goesAs: keepsName(context) ? tokenHash(name ?? newDevice(secret)) : null };
}

/** Tells the owner of a sign-in from where the account was never used, once. It stands among their sign-ins by then. */
export async function tellOfSignIn(
  deps: Pick<AccountDeps, "db" | "ids">,
  signIn: { readonly id: string; readonly userId: string; readonly device: string },
): Promise<void> {
  const { id, userId } = signIn;
  const facts = { device: await deviceWords(signIn.device) };
  const key = `new_sign_in:${id}`;
  await deps.db.transaction("system", (tx) =>
    notify(tx, deps, { ownerId: userId, key, kind: "new_sign_in", facts, link: "/profile#security" }),
  );
}

/** Gives the browser the name that `knowDevice` noted for the same secret. */
export function keepDevice(reply: FastifyReply, secret: string): void {
  const { cookies } = reply.request;
  if (!isShared(cookies)) giveDevice(reply, deviceOf(cookies) ?? newDevice(secret));
}

/** Browsers that nobody came from for 400 days. */
export async function deleteOldDevices(tx: Tx): Promise<void> {
  await tx
    .deleteFrom("known_devices")
    .where(sql<boolean>`last_at < product_now() - make_interval(days => ${forgottenAfterDays})`)
    .execute();
}
