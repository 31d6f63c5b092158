import { scimTokenWarningDays } from "@idanimo/contract/organisations/limits";
import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../../database/database.ts";
import type { ScimAccess } from "./scim-access.ts";

/** Queries for the tokens of directories. */

const daySeconds = 86_400;
/** How often the time of a token's last call is written at most. */
const usedMinutes = 1;

export type ScimTokenRow = {
  readonly id: string;
  readonly created_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
};

/** The tokens of an organisation, newest first; expired ones too, until they are deleted. */
export const findScimTokens = (tx: Tx, organisationId: string): Promise<readonly ScimTokenRow[]> =>
  tx
    .selectFrom("scim_tokens")
    .select(["id", "created_by", "created_at", "expires_at", "last_used_at"])
    .where("organisation_id", "=", organisationId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();

/** Stores a token. One that lives no longer than the warning needs none. */
export async function insertScimToken(
  tx: Tx,
  token: {
    readonly id: string;
    readonly organisationId: string;
    readonly hash: Buffer;
    readonly createdBy: string;
    readonly days: number;
  },
): Promise<Date> {
  const row = await tx
    .insertInto("scim_tokens")
    .values({
      id: token.id,
      organisation_id: token.organisationId,
      token_hash: token.hash,
      created_by: token.createdBy,
      expires_at: secondsFromNow(token.days * daySeconds),
      warned_at: token.days <= scimTokenWarningDays ? productNow : null,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** @returns false without such a token */
export async function deleteScimToken(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom("scim_tokens")
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose directory calls with a token; undefined for an unknown or expired one, or of a closed organisation. */
export async function acceptScimToken(tx: Tx, hash: Buffer): Promise<ScimAccess | undefined> {
  const row = await tx
    .selectFrom("scim_tokens as t")
    .innerJoin("organisations as g", "g.id", "t.organisation_id")
    .select(["t.id", "t.organisation_id"])
    .select(
      sql<boolean>`coalesce(t.last_used_at < product_now() - make_interval(mins => ${usedMinutes}), true)`.as("stale"),
    )
    .where("t.token_hash", "=", hash)
    .where("t.expires_at", ">", productNow)
    .where("g.closed_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.stale)
    await tx.updateTable("scim_tokens").set({ last_used_at: productNow }).where("id", "=", row.id).execute();
  return { tokenId: row.id, organisationId: row.organisation_id };
}

export type EndingToken = { readonly id: string; readonly organisation_id: string; readonly expires_at: Date };

/** Tokens that expire soon and without a notice so far. */
export const findEndingTokens = (tx: Tx, most: number): Promise<readonly EndingToken[]> =>
  tx
    .selectFrom("scim_tokens")
    .select(["id", "organisation_id", "expires_at"])
    .where("warned_at", "is", null)
    .where("expires_at", ">", productNow)
    .where("expires_at", "<=", secondsFromNow(scimTokenWarningDays * daySeconds))
    .orderBy("expires_at")
    .limit(most)
    .execute();

/** @returns false if another process has notified the owners */
export async function markTokenWarned(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable("scim_tokens")
    .set({ warned_at: productNow })
    .where("id", "=", id)
    .where("warned_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
