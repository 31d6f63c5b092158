import { type SourceMessage, sourceMessageCodes } from "@idanimo/contract/source-messages";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** Queries for the sources that operators closed. */

export type SourceSwitch = {
  readonly source: string;
  /** Undefined: the source is open. */
  readonly message: SourceMessage | undefined;
  readonly madeBy: string;
  readonly madeAt: Date;
};

/** A code of a later release reads as "Paused by us". */
const messageOf = (code: string) => sourceMessageCodes.find((known) => known === code) ?? "paused";

/** The newest switch of each source that was ever switched. */
export async function findSourceSwitches(tx: Tx): Promise<readonly SourceSwitch[]> {
  const rows = await tx
    .selectFrom("source_switches")
    .distinctOn("source")
    .select(["source", "message_code", "made_by", "made_at"])
    .orderBy("source")
    .orderBy("position", "desc")
    .execute();
  return rows.map((row) => ({
    source: row.source,
    message: row.message_code === null ? undefined : messageOf(row.message_code),
    madeBy: row.made_by,
    madeAt: row.made_at,
  }));
}

/** The message of each closed source. */
export async function findClosedSources(tx: Tx): Promise<ReadonlyMap<string, SourceMessage>> {
  const switches = await findSourceSwitches(tx);
  return new Map(switches.flatMap(({ source, message }) => (message ? [[source, message] as const] : [])));
}

/** Lets one operator at a time switch a source. */
export async function lockSource(tx: Tx, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`source_switch:${source}`}, 0))`.execute(tx);
}

/** @param message undefined to open it */
export async function insertSourceSwitch(
  tx: Tx,
  { source, message, madeBy }: Omit<SourceSwitch, "madeAt">,
): Promise<void> {
  await tx
    .insertInto("source_switches")
    .values({ source, state: message ? "closed" : "open", message_code: message ?? null, made_by: madeBy })
    .execute();
}
