import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import type { CallContext } from "../../http/call.ts";
import { deviceCookie, giveDevice } from "../../http/cookies.ts";
import { tokenHash } from "../../kernel/vault.ts";

/** As long as a browser keeps the cookie. */
const forgottenAfterDays = 400;

/** The name a browser came with, if it has one of ours. */
export function deviceOf(cookies: CallContext["cookies"]): string | undefined {
  const name = cookies[deviceCookie];
  return name !== undefined && /^[\w-]{43}$/.test(name) ? name : undefined;
}

/** A browser's first name: made from the secret it is given with, so that whoever sets the cookie can make it too, and no way back. */
const newDevice = (secret: string) => createHash("sha256").update(`device|${secret}`).digest("base64url");

/**
 * Notes that somebody came in from this browser, who then gets in while others guess. Clients that keep no cookies are not noted.
 * @param secret what this very answer gives or took: a sign-in's token, a ticket, a mailed token
 */
export async function knowDevice(tx: Tx, userId: string, context: CallContext, secret: string): Promise<void> {
  if (context.kind !== "cookie") return;
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

/** Gives the browser the name that `knowDevice` noted for the same secret. */
export function keepDevice(reply: FastifyReply, secret: string): void {
  giveDevice(reply, deviceOf(reply.request.cookies) ?? newDevice(secret));
}

/** Browsers that nobody came from for 400 days. */
export async function deleteOldDevices(tx: Tx): Promise<void> {
  await tx
    .deleteFrom("known_devices")
    .where(sql<boolean>`last_at < product_now() - make_interval(days => ${forgottenAfterDays})`)
    .execute();
}
