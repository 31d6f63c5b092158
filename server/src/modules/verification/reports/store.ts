import type { UserType } from "@idanimo/contract/accounts";
import type { SearchType } from "@idanimo/contract/catalogue";
import type { ConsentState } from "@idanimo/contract/consent";
import { productNow, type Tx } from "../../../database/database.ts";
import { requestersView } from "../../accounts/index.ts";
import { consentsView } from "../../consent/index.ts";

/** Queries for reports. No decisions here. */

export type NewReport = {
  readonly code: string;
  readonly requestId: string;
  readonly ownerId: string;
  readonly source: string;
  readonly goneAt: Date | null;
  readonly sha256: Buffer;
  readonly madeAt: Date;
};

export async function insertReport(tx: Tx, made: NewReport): Promise<void> {
  await tx
    .insertInto("reports")
    .values({
      code: made.code,
      request_id: made.requestId,
      owner_id: made.ownerId,
      source: made.source,
      expires_at: made.goneAt,
      sha256: made.sha256,
      made_at: made.madeAt,
    })
    .execute();
}

/** A report with the current validity of its record, without subject and value. */
export type StoredReport = {
  readonly searchType: SearchType;
  readonly source: string;
  readonly madeAt: Date;
  readonly sha256: Buffer;
  readonly userType: UserType;
  readonly businessName: string | null;
  readonly consent: ConsentState | null;
  readonly consentGoneAt: Date | null;
  readonly goneAt: Date | null;
  readonly purgedAt: Date | null;
  readonly now: Date;
};

export async function findReport(tx: Tx, code: string): Promise<StoredReport | undefined> {
  return tx
    .selectFrom("reports as p")
    .innerJoin("verification_requests as r", "r.id", "p.request_id")
    .innerJoin(requestersView.as("u"), "u.id", "p.owner_id")
    .leftJoin(consentsView.as("c"), "c.request_id", "p.request_id")
    .select(["r.search_type as searchType", "p.source", "p.made_at as madeAt", "p.sha256", "p.expires_at as goneAt"])
    .select(["u.user_type as userType", "u.business_name as businessName", "r.purged_at as purgedAt"])
    .select(["c.state as consent", "c.expires_at as consentGoneAt", productNow.as("now")])
    .where("p.code", "=", code)
    .executeTakeFirst();
}
