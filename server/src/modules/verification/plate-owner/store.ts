import type { PurposeCode } from "@idanimo/contract/consent";
import type { Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { consentsView } from "../../consent/index.ts";
import { itemsView } from "../../purchases/index.ts";

/** Queries of requests to the owner of a vehicle. No decisions here. */

/** A registration number that its requester looked up. */
export type PlateRequest = { readonly searchSealed: Buffer; readonly valueMasked: string };

export async function findPlateRequest(tx: Tx, ownerId: string, id: string): Promise<PlateRequest | undefined> {
  const row = await tx
    .selectFrom("verification_requests")
    .select(["search_sealed", "value_masked"])
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .where("search_type", "=", "license_number")
    .executeTakeFirst();
  return row?.search_sealed ? { searchSealed: row.search_sealed, valueMasked: row.value_masked } : undefined;
}

/** The request to the owner of a result's vehicle. */
export type OwnerRequest = {
  readonly requestId: string;
  readonly outcome: Outcome | null;
  readonly purpose: PurposeCode;
};

export async function findOwnerRequest(tx: Tx, resultId: string): Promise<OwnerRequest | undefined> {
  return tx
    .selectFrom("plate_owner_requests as o")
    .innerJoin(itemsView.as("i"), "i.id", "o.request_id")
    .innerJoin(consentsView.as("c"), "c.request_id", "o.request_id")
    .select(["o.request_id as requestId", "i.outcome", "c.purpose_code as purpose"])
    .where("o.parent_id", "=", resultId)
    .executeTakeFirst();
}

/** The result that a request to an owner belongs to. */
export async function findResultOfOwnerRequest(tx: Tx, requestId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("plate_owner_requests")
    .select("parent_id")
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return row?.parent_id;
}

/**
 * Locks the requests of an account to the owner of one vehicle until the transaction ends: two results of the same
 * registration number have the same owner.
 */
export async function lockOwnerRequests(tx: Tx, ownerId: string, valueHash: Buffer): Promise<void> {
  const name = `plate_owner:${ownerId}:${valueHash.toString("hex")}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Stores which request asks the owner; it replaces an earlier one. */
export async function putOwnerRequest(
  tx: Tx,
  made: { readonly resultId: string; readonly requestId: string; readonly ownerId: string },
): Promise<void> {
  await tx
    .insertInto("plate_owner_requests")
    .values({ parent_id: made.resultId, request_id: made.requestId, owner_id: made.ownerId })
    .onConflict((conflict) => conflict.column("parent_id").doUpdateSet({ request_id: made.requestId }))
    .execute();
}
