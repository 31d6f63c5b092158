import { bulkResumeHours, bulkUploadHours } from "@idanimo/contract/limits";
import type { Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../../database/database.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import type { FileFacts } from "./check-file.ts";
import type { SealedLines } from "./line-chunks.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";

/** Queries for bulk files. No decisions here. */

type StoredFacts = Omit<FileFacts, "notes">;

export async function insertUpload(tx: Tx, id: string, ownerId: string): Promise<void> {
  await tx
    .insertInto("bulk_uploads")
    .values({ id, owner_id: ownerId, checked_at: null, purchase_id: null, stopped_at: null, purged_at: null })
    .execute();
}

/** Stores the result of the check; the file can be bought from now on. */
export async function markUploadChecked(tx: Tx, id: string, facts: StoredFacts): Promise<void> {
  await tx
    .updateTable("bulk_uploads")
    .set({
      records: facts.records,
      bad_count: facts.badCount,
      bad: JSON.stringify(facts.bad),
      checked_at: productNow,
    })
    .where("id", "=", id)
    .execute();
}

export async function insertChunk(
  tx: Tx,
  made: SealedLines & { readonly uploadId: string; readonly ownerId: string; readonly number: number },
): Promise<void> {
  await tx
    .insertInto("bulk_chunks")
    .values({
      upload_id: made.uploadId,
      owner_id: made.ownerId,
      number: made.number,
      sealed: made.sealed,
      labels_sealed: made.labels,
    })
    .execute();
}

/** Returns the sealed lines of one chunk; undefined after the last one. */
export async function findChunk(tx: Tx, uploadId: string, number: number): Promise<SealedLines | undefined> {
  return tx
    .selectFrom("bulk_chunks")
    .select(["sealed", "labels_sealed as labels"])
    .where("upload_id", "=", uploadId)
    .where("number", "=", number)
    .executeTakeFirst();
}

/** Deletes the lines of the file. The caller destroys its key first. */
export async function deleteChunks(tx: Tx, uploadId: string): Promise<void> {
  await tx.deleteFrom("bulk_chunks").where("upload_id", "=", uploadId).execute();
  await tx
    .updateTable("bulk_uploads")
    .set({ purged_at: productNow })
    .where("id", "=", uploadId)
    .where("purged_at", "is", null)
    .execute();
}

export async function deleteUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx.deleteFrom("bulk_uploads").where("id", "=", uploadId).execute();
}

export type Upload = StoredFacts & {
  readonly id: string;
  /** Invalid lines that were left out. */
  readonly skippedCount: number;
  readonly purchaseId: string | null;
  readonly isPaid: boolean;
  readonly stoppedAt: Date | null;
  /** When the unstarted lines of a stopped file are refunded. */
  readonly refundDueAt: Date | null;
};

const selectUploads = (tx: Tx) =>
  tx
    .selectFrom("bulk_uploads as u")
    .leftJoin(purchasesView.as("p"), "p.id", "u.purchase_id")
    .select(["u.id", "u.records", "u.bad", "u.bad_count", "u.skipped_count", "u.purchase_id", "u.stopped_at"])
    .select(sql<boolean>`coalesce(p.state in ('paid', 'completed'), false)`.as("is_paid"))
    .select(sql<Date | null>`u.stopped_at + make_interval(hours => ${bulkResumeHours})`.as("given_back_at"))
    .where("u.checked_at", "is not", null);
type UploadRow = Awaited<ReturnType<ReturnType<typeof selectUploads>["execute"]>>[number];
const toUpload = (row: UploadRow): Upload => ({
  id: row.id,
  records: row.records,
  bad: row.bad,
  badCount: row.bad_count,
  skippedCount: row.skipped_count,
  purchaseId: row.purchase_id,
  isPaid: row.is_paid,
  stoppedAt: row.stopped_at,
  refundDueAt: row.given_back_at,
});

export async function findUpload(tx: Tx, ownerId: string, id: string): Promise<Upload | undefined> {
  const row = await selectUploads(tx).where("u.id", "=", id).where("u.owner_id", "=", ownerId).executeTakeFirst();
  return row && toUpload(row);
}

export async function findUploadOfPurchase(tx: Tx, purchaseId: string): Promise<Upload | undefined> {
  const row = await selectUploads(tx).where("u.purchase_id", "=", purchaseId).executeTakeFirst();
  return row && toUpload(row);
}

/** Finds a file of this owner that can be bought: checked, no bad line, unpaid and not expired. */
export async function findPurchasableUpload(tx: Tx, ownerId: string, id: string): Promise<Upload | undefined> {
  const row = await selectUploads(tx)
    .where("u.id", "=", id)
    .where("u.owner_id", "=", ownerId)
    .where("u.bad_count", "=", 0)
    .where("u.purged_at", "is", null)
    .where("u.created_at", ">", secondsFromNow(-bulkUploadHours * 3_600))
    .where((where) => where.or([where("p.state", "is", null), where("p.state", "in", ["initiated", "abandoned"])]))
    .executeTakeFirst();
  return row && toUpload(row);
}

/**
 * Leaves out the invalid lines of a checked, unpaid file of this owner. The file then has its valid lines only.
 * @returns how many those are; undefined if it has none, or is bought, expired or unknown
 */
export async function skipBadLines(tx: Tx, ownerId: string, id: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("bulk_uploads")
    .set({
      records: sql<number>`records - bad_count`,
      skipped_count: sql<number>`skipped_count + bad_count`,
      bad_count: 0,
    })
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .where("checked_at", "is not", null)
    .where("purchase_id", "is", null)
    .where("purged_at", "is", null)
    .where("created_at", ">", secondsFromNow(-bulkUploadHours * 3_600))
    .whereRef("records", ">", "bad_count")
    .returning("records")
    .executeTakeFirst();
  return row?.records;
}

/** Locks a file for a purchase; false while another purchase of it is in progress. */
export async function lockUpload(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("bulk_uploads")
    .select("id")
    .where("id", "=", id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

export async function setUploadPurchase(tx: Tx, uploadId: string, purchaseId: string): Promise<void> {
  await tx.updateTable("bulk_uploads").set({ purchase_id: purchaseId }).where("id", "=", uploadId).execute();
}

export type LineCount = { readonly state: string; readonly outcome: Outcome | null; readonly lines: number };

/** Counts the lines of a purchase by state and outcome. */
export async function countLines(tx: Tx, purchaseId: string): Promise<readonly LineCount[]> {
  const rows = await sql<LineCount>`select state, outcome, count(*)::int as lines from ${itemsView} i
    where purchase_id = ${purchaseId} and bulk_line is not null group by state, outcome`.execute(tx);
  return rows.rows;
}

/** Stops a file; no effect if it is stopped already. */
export async function stopUpload(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("bulk_uploads")
    .set({ stopped_at: productNow })
    .where("id", "=", id)
    .where("stopped_at", "is", null)
    .execute();
}

/** Resumes a file; false if it is not stopped or was stopped for too long. */
export async function resumeUpload(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable("bulk_uploads")
    .set({ stopped_at: null })
    .where("id", "=", id)
    .where("stopped_at", ">", secondsFromNow(-bulkResumeHours * 3_600))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Starts the next lines of a paid file; see the SQL function `start_bulk_lines`. @returns the number of lines */
export async function beginLines(tx: Tx, purchaseId: string, most: number): Promise<number> {
  const done = await sql<{ begun: number }>`select start_bulk_lines(${purchaseId}, ${most}) as begun`.execute(tx);
  return done.rows[0]?.begun ?? 0;
}

/** Queues the job that starts lines. */
export async function queueBulk(tx: Tx, purchaseId: string, inSeconds: number): Promise<void> {
  await sql`select queue_bulk(${purchaseId}, ${inSeconds})`.execute(tx);
}

/** Repeats every wake-up of files and lines that may be lost. */
export async function wakeBulk(tx: Tx, olderThanSeconds: number): Promise<void> {
  await sql`select requeue_lost_lines(${olderThanSeconds})`.execute(tx);
}

/**
 * Refunds some lines of a file that was stopped for too long; see the SQL function `refund_stopped_bulk`. @returns the
 * lines
 */
export async function refundLines(
  tx: Tx,
  purchaseId: string,
  most: number,
): Promise<readonly { readonly id: string; readonly owner_id: string }[]> {
  // the function closes these: no line begins or ends while its file is locked and stopped
  await sql`select from bulk_uploads where purchase_id = ${purchaseId} for update`.execute(tx);
  const found = await sql<{ id: string; owner_id: string }>`select i.id, i.owner_id from ${itemsView} i
    where i.purchase_id = ${purchaseId} and i.bulk_line is not null and i.state = 'priced'
    order by i.position limit ${most}`.execute(tx);
  const done = await sql<{ lines: number }>`
    select refund_stopped_bulk(${purchaseId}, ${bulkResumeHours}, ${most}) as lines`.execute(tx);
  return found.rows.slice(0, done.rows[0]?.lines ?? 0);
}

/** Finds purchases whose file was stopped for too long and still has lines to refund. */
export async function findOverdueStops(tx: Tx): Promise<readonly string[]> {
  const rows = await sql<{ purchase_id: string }>`select u.purchase_id from bulk_uploads u
    join ${purchasesView} p on p.id = u.purchase_id and p.state = 'paid'
    where u.stopped_at <= product_now() - make_interval(hours => ${bulkResumeHours})
      and exists (select from ${itemsView} i where i.purchase_id = u.purchase_id and i.bulk_line is not null and i.state = 'priced')`.execute(
    tx,
  );
  return rows.rows.map((row) => row.purchase_id);
}

export type CompletedFile = {
  readonly id: string;
  readonly ownerId: string;
  /** The member who sent it in; null for a person's own account. */
  readonly madeBy: string | null;
  readonly records: number;
  readonly reference: string;
};

/** Marks completed files as notified (each line was asked or closed) and returns them, each one once. */
export async function claimCompletedFiles(tx: Tx, most: number): Promise<readonly CompletedFile[]> {
  const rows = await sql<{ id: string; owner_id: string; made_by: string | null; records: number; reference: string }>`
    update bulk_uploads u set notified_at = product_now() from ${purchasesView} p
    where p.id = u.purchase_id and u.id in (
      select w.id from bulk_uploads w join ${purchasesView} b on b.id = w.purchase_id
      where w.notified_at is null and b.state in ('paid', 'completed') and not exists (
        select from ${itemsView} i where i.purchase_id = w.purchase_id and i.bulk_line is not null and i.state in ('priced', 'looking_up'))
      order by w.created_at limit ${most} for update of w skip locked)
    returning u.id, u.owner_id, u.made_by_user_id as made_by, u.records, p.transaction_id as reference`.execute(tx);
  return rows.rows.map(({ id, owner_id, made_by, records, reference }) => ({
    id,
    ownerId: owner_id,
    madeBy: made_by,
    records,
    reference,
  }));
}

/** Finds files whose own lines are no longer needed: paid, so that each line is a request, or expired. */
export async function findUploadsToPurge(
  tx: Tx,
  most: number,
): Promise<readonly { readonly id: string; readonly isKept: boolean }[]> {
  const rows = await sql<{ id: string; is_kept: boolean }>`
    select u.id, coalesce(p.state <> 'abandoned', false) as is_kept from bulk_uploads u left join ${purchasesView} p on p.id = u.purchase_id
    where u.purged_at is null
      and (p.state in ('paid', 'completed') or u.created_at <= product_now() - make_interval(hours => ${bulkUploadHours}))
    order by u.created_at limit ${most}`.execute(tx);
  return rows.rows.map((row) => ({ id: row.id, isKept: row.is_kept }));
}

export type PaidFileRow = {
  readonly id: string;
  readonly reference: string;
  readonly created_at: Date;
  readonly created_text: string;
  readonly records: number;
  readonly is_stopped: boolean;
  readonly waiting: number;
  readonly ended: number;
  readonly delivered: number;
};

/** The paid files of an account with counts of their lines, newest first. */
export async function findPaidFiles(
  tx: Tx,
  ownerId: string,
  after: Cursor | undefined,
  most: number,
): Promise<readonly PaidFileRow[]> {
  const found = await sql<PaidFileRow>`
    select u.id, p.transaction_id as reference, u.created_at, u.created_at::text as created_text, u.records,
      u.stopped_at is not null as is_stopped, l.waiting, l.ended, l.delivered
    from (select * from bulk_uploads where owner_id = ${ownerId} and purchase_id is not null
      ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}) u
    join ${purchasesView} p on p.id = u.purchase_id and p.paid_at is not null
    cross join lateral (
      select (count(*) filter (where state = 'awaiting_consent'))::int as waiting, (count(*) filter (where outcome is not null))::int as ended,
        (count(*) filter (where outcome = 'DELIVERED'))::int as delivered
      from ${itemsView} i where i.purchase_id = u.purchase_id and i.bulk_line is not null) l
    order by u.created_at desc, u.id desc limit ${most}`.execute(tx);
  return found.rows;
}
