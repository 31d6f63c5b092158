import {
  auditActionText,
  auditCsvQuery,
  auditPageSize,
  organisationAudit,
  type OrganisationAuditRow,
} from "@idanimo/contract/organisations/audit";
import { downloads } from "@idanimo/contract/downloads";
import { formerMember } from "@idanimo/contract/organisations/member-name";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import { ok } from "@idanimo/contract/problems";
import type { FastifyInstance } from "fastify";
import { type Authenticate, scopeOf } from "../../http/call.ts";
import { sendCsv } from "../../http/csv-download.ts";
import { parseInput } from "../../http/input.ts";
import type { Mount } from "../../http/mount.ts";
import { type Cursor, decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { findOrganisationAudit, type OrganisationAuditFilter, writeAudit } from "../audit/index.ts";
import type { OrganisationDeps } from "./deps.ts";
import { findMemberIdsAmong } from "./member-store.ts";

type AuditDeps = Pick<OrganisationDeps, "db" | "ids" | "limits" | "people">;
type Position = { readonly after: Cursor | undefined; readonly most: number };
type Entry = OrganisationAuditRow & { readonly place: Cursor };

/** Reads rows with the names of those who acted, and of members to whom it was done. */
async function readAudit(
  { db, people }: AuditDeps,
  organisationId: string,
  filter: OrganisationAuditFilter,
  position: Position,
): Promise<readonly Entry[]> {
  const rows = await findOrganisationAudit(db.single, organisationId, filter, position);
  const mentioned = [...new Set(rows.flatMap((row) => [row.member_id, row.object_id].filter((id) => id !== null)))];
  // names of members alone, also of former ones: an object with another id is none of them
  const names = await people.find(db.single, await findMemberIdsAmong(db.single, organisationId, mentioned));
  const memberOf = (userId: string | null) =>
    userId === null ? null : { userId, name: names.get(userId)?.name.trim() || formerMember };
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    member: memberOf(row.member_id),
    action: row.action,
    what: auditActionText(row.action),
    about: (row.object_id === null ? undefined : names.get(row.object_id)?.name) ?? null,
    objectId: row.object_id,
    addressBlock: row.address_block,
    place: { at: row.at_text, id: row.id },
  }));
}

/** The organisation's audit: by page, and as a CSV of all rows, which is audited itself. [TM-17] */
export function organisationAuditRoutes(
  app: FastifyInstance,
  mount: Mount,
  identify: Authenticate,
  deps: AuditDeps,
): void {
  mount(app, organisationAudit, async ({ after, ...filter }, { ownerId }) => {
    const found = await readAudit(deps, ownerId, filter, { after: decodeCursor(after), most: auditPageSize + 1 });
    const rows = found.slice(0, auditPageSize);
    const last = rows.at(-1)?.place;
    return ok({
      rows: rows.map(({ place: _place, ...row }) => row),
      next: last && found.length > auditPageSize ? encodeCursor(last.at, last.id) : null,
    });
  });

  app.get(downloads.organisationAuditCsv(), (request, reply) =>
    sendCsv(
      { identify, limits: deps.limits },
      request,
      reply,
      nonJsonCalls.organisationAuditCsv.right,
      async (caller) => {
        const input = parseInput({ method: "GET", input: auditCsvQuery }, request);
        if (!input.ok) return input;
        const entry = {
          actorKind: "user",
          actorId: caller.userId,
          action: "downloaded_audit",
          objectId: caller.ownerId,
        } as const;
        await deps.db.transaction(scopeOf(caller), (tx) => writeAudit(tx, deps.ids, entry));
        const read = async (after: Cursor | undefined, most: number) => {
          const rows = await readAudit(deps, caller.ownerId, input.value, { after, most });
          return { rows: rows.map(csvCellsOf), last: rows.at(-1)?.place };
        };
        return ok({ name: "activity", header: csvHeader, read });
      },
      { forOrganisation: true },
    ),
  );
}

const csvHeader = ["Date (Lagos)", "Member", "What", "About", "Object", "Address block", "Code"];

const csvCellsOf = ({ at, member, what, about, objectId, addressBlock, action }: Entry) => [
  new Date(at),
  member?.name ?? "",
  what,
  about ?? "",
  objectId ?? "",
  addressBlock ?? "",
  action,
];
