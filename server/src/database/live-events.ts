import type { LiveEvent } from "@idanimo/contract/live-events";
import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** The channel over which every process hears what its open pages should know. */
export const liveEventsChannel = "idanimo_live";

/** Tells a user's open pages something, when this transaction commits and not before. Ids only. */
export async function publishToUser(tx: Tx, ownerId: string, event: LiveEvent): Promise<void> {
  await publishToUsers(tx, [{ ownerId, event }]);
}

/** The same for many, in one statement. */
export async function publishToUsers(
  tx: Tx,
  told: readonly { readonly ownerId: string; readonly event: LiveEvent }[],
): Promise<void> {
  if (told.length === 0) return;
  const words = told.map(({ ownerId, event }) => JSON.stringify({ ownerId, event }));
  await sql`select pg_notify(${liveEventsChannel}, said) from unnest(${words}::text[]) as told (said)`.execute(tx);
}

/** Tells every process that sign-ins of a user ended, so that streams ask again whose they are. When this transaction commits. */
export async function publishSessionsEnded(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_notify(${liveEventsChannel}, ${JSON.stringify({ ownerId, signInsEnded: true })})`.execute(tx);
}
