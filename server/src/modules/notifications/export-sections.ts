import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import type { NoticeKind } from "@idanimo/contract/notices";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { readOwnerRows } from "../../database/owner-rows.ts";
import { type ExportSection, exportSection } from "../../kernel/export-section.ts";
import { noticeTitle } from "./notice-copy.ts";

type Notice = {
  readonly id: string;
  readonly at: Date;
  readonly kind: NoticeKind;
  readonly facts: object;
  readonly read_at: Date | null;
};
type Device = { readonly id: string; readonly at: Date; readonly service: string };

/**
 * Exports an account's notices and its devices: only the push service's host, never an address that can be pushed
 * to.
 */
export const noticeExportSections = (db: Database): readonly ExportSection[] => [
  exportSection({
    name: "notices",
    title: "Notices you received",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<Notice>`select id, created_at as at, kind, facts, read_at from notices
          where owner_id = ${ownerId} and (created_at, id) < (${behind.at}, ${behind.id}) order by created_at desc, id desc limit ${most}`,
        (rows) => rows.map(({ at, kind, facts, read_at: readAt }) => ({ at, kind, facts, readAt })),
      ),
    columns: { "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at), What: ({ kind }) => noticeTitle(kind) },
  }),
  exportSection({
    name: "toldDevices",
    title: "Devices that receive notifications",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<Device>`select sign_in_id as id, created_at as at, split_part(endpoint, '/', 3) as service
          from push_subscriptions where owner_id = ${ownerId} and (created_at, sign_in_id) < (${behind.at}, ${behind.id})
          order by created_at desc, sign_in_id desc limit ${most}`,
        (rows) => rows.map(({ at, service }) => ({ since: at, service })),
      ),
    columns: {
      "Since (Lagos time)": ({ since }) => formatDateTimeWithoutZone(since),
      Service: ({ service }) => service,
    },
  }),
];
