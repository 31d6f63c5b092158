import { formatDateTimeWithoutZone } from "@idanimo/contract/date-format";
import { sql } from "kysely";
import type { Database } from "../../../database/database.ts";
import { readOwnerRows } from "../../../database/owner-rows.ts";
import { type ExportSection, exportSection } from "../../../kernel/export-section.ts";

type Entry = {
  readonly id: string;
  readonly at: Date;
  readonly organisation: string;
  readonly external_id: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly display_name: string | null;
};

/** Exports what directories of organisations said about an account's owner. */
export const scimExportSections = (db: Database): readonly ExportSection[] => [
  exportSection({
    name: "directories",
    title: "Directories of organisations that list you",
    rows: (ownerId) =>
      readOwnerRows(
        db,
        ownerId,
        (behind, most) => sql<Entry>`select g.id, s.created_at as at, g.name as organisation, s.external_id,
            s.given_name, s.family_name, s.display_name
          from scim_users s join organisations g on g.id = s.organisation_id
          where s.user_id = ${ownerId} and (s.created_at, g.id) < (${behind.at}, ${behind.id})
          order by s.created_at desc, g.id desc limit ${most}`,
        (rows) =>
          rows.map((row) => ({
            at: row.at,
            organisation: row.organisation,
            externalId: row.external_id,
            givenName: row.given_name,
            familyName: row.family_name,
            displayName: row.display_name,
          })),
      ),
    columns: {
      "Date (Lagos time)": ({ at }) => formatDateTimeWithoutZone(at),
      Organisation: ({ organisation }) => organisation,
    },
  }),
];
