import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { PushDevice } from "../../providers/push/port.ts";

/** Queries and rows of push devices. */

export type SignInReference = { readonly ownerId: string; readonly signInId: string };

/** Stores a device. It belongs to the last sign-in on it, and a sign-in has one device. [T-69] */
export async function upsertDevice(tx: Tx, { ownerId, signInId }: SignInReference, device: PushDevice): Promise<void> {
  const { endpoint, p256dh, auth } = device;
  await tx
    .deleteFrom("push_subscriptions")
    .where("sign_in_id", "=", signInId)
    .where("endpoint", "<>", endpoint)
    .execute();
  await tx
    .insertInto("push_subscriptions")
    .values({ endpoint, owner_id: ownerId, sign_in_id: signInId, p256dh, auth })
    .onConflict((conflict) =>
      conflict.column("endpoint").doUpdateSet({ owner_id: ownerId, sign_in_id: signInId, p256dh, auth }),
    )
    .execute();
}

/** Deletes the devices of ended sign-ins. */
export async function deleteDevicesOfSignIns(tx: Tx, signInIds: readonly string[]): Promise<void> {
  if (signInIds.length === 0) return;
  await tx
    .deleteFrom("push_subscriptions")
    .where("sign_in_id", "in", [...signInIds])
    .execute();
}

export async function deleteDevice(tx: Tx, endpoint: string): Promise<void> {
  await tx.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
}

/** A device's id in a job, because its endpoint alone would allow sending to it. */
const deviceHash = (endpoint: string) => createHash("sha256").update(endpoint).digest("hex").slice(0, 32);

/** Devices of active sign-ins, as `p`. */
export const activeDevices = sql<PushDevice>`select p.endpoint, p.p256dh, p.auth from push_subscriptions p
    join active_sign_ins s on s.id = p.sign_in_id where true`;
/**
 * Whether an owner has an active device. `offset 0` checks one device at a time; a join could read all sign-ins.
 */
export const hasActiveDevice = (ownerId: RawBuilder<string>) => sql<boolean>`exists (
  select from push_subscriptions p where p.owner_id = ${ownerId} and exists (
    select from active_sign_ins s where s.id = p.sign_in_id offset 0))`;

/** Finds a user's active devices by their ids in jobs. */
export async function findActiveDevices(tx: Tx, ownerId: string): Promise<ReadonlyMap<string, PushDevice>> {
  const found = await sql<PushDevice>`${activeDevices} and p.owner_id = ${ownerId}`.execute(tx);
  return new Map(found.rows.map((row) => [deviceHash(row.endpoint), row]));
}
