import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { readOwnerRows } from "../../database/owner-rows.ts";
import { type ExportSection, exportSection, humanizeCode } from "../../kernel/export-section.ts";

type AuditRow = {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly object_id: string | null;
  readonly reason: string;
};

type ExportedAuditRow = {
  readonly at: Date;
  readonly action: string;
  readonly about: string | null;
  readonly reason: string;
};

/**
 * A last row for accounts older than the stored partitions: their earlier acts are archived, and available on
 * request.
 */
async function* readArchiveNote(db: Database, ownerId: string): AsyncGenerator<ExportedAuditRow> {
  const found = await db.transaction({ owner: ownerId }, (tx) =>
    sql<{ at: Date }>`select kept_since() as at from users where id = ${ownerId} and created_at < kept_since()`.execute(
      tx,
    ),
  );
  for (const { at } of found.rows)
    yield { at, action: "earlier_acts_are_told_on_asking", about: null, reason: "they stand in an archive" };
}

/** The account's actions in the audit log. */
export const auditExportSection = (db: Database): ExportSection =>
  exportSection<ExportedAuditRow>({
    name: "done",
    title: "What you did",
    rows: async function* (ownerId) {
      yield* readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<AuditRow>`select id, at, action, object_id, reason from audit_log
          where actor_kind = 'user' and actor_id = ${ownerId} and (at, id) < (${behind.at}, ${behind.id}) order by at desc, id desc limit ${most}`,
        (rows) =>
          rows.map(({ at, action, object_id: about, reason }): ExportedAuditRow => ({ at, action, about, reason })),
      );
      yield* readArchiveNote(db, ownerId);
    },
    columns: {
      "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      What: ({ action }) => humanizeCode(action),
    },
  });
