import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
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
async function* readArchiveNote(
  db: Database,
  ownerId: string,
  findOpenedAt: FindOpenedAt,
): AsyncGenerator<ExportedAuditRow> {
  const { openedAt, at } = await db.transaction({ owner: ownerId }, async (tx) => ({
    openedAt: await findOpenedAt(tx, ownerId),
    at: (await sql<{ at: Date }>`select retained_since() as at`.execute(tx)).rows[0]?.at,
  }));
  if (openedAt && at && openedAt < at)
    yield {
      at,
      action: "earlier_entries_archived",
      about: null,
      reason: "they are archived, and available on request",
    };
}

/** Finds when an account was opened. */
type FindOpenedAt = (tx: Tx, ownerId: string) => Promise<Date | undefined>;

/** The account's actions in the audit log. */
export const auditExportSection = (db: Database, findOpenedAt: FindOpenedAt): ExportSection =>
  exportSection<ExportedAuditRow>({
    name: "done",
    title: "Your activity",
    rows: async function* (ownerId) {
      yield* readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<AuditRow>`select id, at, action, object_id, reason from audit_log
          where actor_kind = 'user' and actor_id = ${ownerId} and (at, id) < (${behind.at}, ${behind.id}) order by at desc, id desc limit ${most}`,
        (rows) =>
          rows.map(({ at, action, object_id: about, reason }): ExportedAuditRow => ({ at, action, about, reason })),
      );
      yield* readArchiveNote(db, ownerId, findOpenedAt);
    },
    columns: {
      "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      What: ({ action }) => humanizeCode(action),
    },
  });
