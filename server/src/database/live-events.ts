import type { LiveEvent } from "@idanimo/contract/live-events";
import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** The channel on which every process receives events for its open pages. */
export const liveEventsChannel = "idanimo_live";

/** Sends an event to a user's open pages when this transaction commits. Only ids. */
export async function publishToUser(tx: Tx, ownerId: string, event: LiveEvent): Promise<void> {
  await publishToUsers(tx, [{ ownerId, event }]);
}

/** Sends events to many users in one statement. */
export async function publishToUsers(
  tx: Tx,
  events: readonly { readonly ownerId: string; readonly event: LiveEvent }[],
): Promise<void> {
  if (events.length === 0) return;
  const messages = events.map(({ ownerId, event }) => JSON.stringify({ ownerId, event }));
  await sql`select pg_notify(${liveEventsChannel}, message) from unnest(${messages}::text[]) as sent (message)`.execute(
    tx,
  );
}

/**
 * Notifies every process that sessions of a user ended, when this transaction commits, so that streams check their
 * session.
 */
export async function publishSessionsEnded(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_notify(${liveEventsChannel}, ${JSON.stringify({ ownerId, signInsEnded: true })})`.execute(tx);
}
