import type { BulkState } from "@idanimo/contract/bulk";
import type { listBulk as operation } from "@idanimo/contract/bulk-files";
import { ok } from "@idanimo/contract/problems";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { type Cursor, decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";

/** Files on a page: each counts its lines, which may be 100,000. */
const filesPerPage = 10;

type FileRow = {
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

async function findFiles(
  tx: Tx,
  ownerId: string,
  after: Cursor | undefined,
  most: number,
): Promise<readonly FileRow[]> {
  const found = await sql<FileRow>`
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

/** As on the file's page: completed once every line was asked or has ended. */
function stateOf({ waiting, ended, records, is_stopped: isStopped }: FileRow): BulkState {
  if (waiting + ended >= records) return "completed";
  return isStopped ? "stopped" : "running";
}

/** Returns the bulk files that an account paid for, newest first. */
export const listBulk =
  ({ db }: Pick<VerificationDeps, "db">): Handler<typeof operation> =>
  async (input, { userId }) => {
    const found = await db.transaction({ owner: userId }, (tx) =>
      findFiles(tx, userId, decodeCursor(input.after), filesPerPage + 1),
    );
    const files = found.slice(0, filesPerPage);
    const last = files.at(-1);
    return ok({
      files: files.map((file) => ({
        uploadId: file.id,
        transactionID: file.reference,
        createdAt: file.created_at.toISOString(),
        state: stateOf(file),
        records: file.records,
        waiting: file.waiting,
        ended: file.ended,
        delivered: file.delivered,
      })),
      next: found.length > filesPerPage && last ? encodeCursor(last.created_text, last.id) : null,
    });
  };
