import type { searchAudit } from "@idanimo/contract/console/operators";
import { ok } from "@idanimo/contract/problems";
import { decodeCursor } from "../kernel/cursor.ts";
import { findAuditPage, findNewestSeal } from "../modules/audit/index.ts";
import { findOperatorNames } from "../modules/operator-identity/index.ts";
import { pageSize } from "./accounts.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** A page of the audit log, newest first. Customers appear by id only. [OC-17] */
export function createSearchAudit({ db }: ConsoleDeps): ConsoleHandler<typeof searchAudit> {
  return ({ after, ...filter }) =>
    db.transaction("system", async (tx) => {
      const page = await findAuditPage(tx, filter, { after: decodeCursor(after), limit: pageSize + 1 });
      const shown = page.slice(0, pageSize);
      const operatorIds = shown.flatMap(({ actorKind, actorId }) =>
        actorKind === "operator" && actorId ? [actorId] : [],
      );
      const names = await findOperatorNames(tx, [...new Set(operatorIds)]);
      const seal = await findNewestSeal(tx);
      return ok({
        rows: shown.map((row) => ({
          id: row.id,
          at: row.at.toISOString(),
          actorKind: row.actorKind,
          actor: row.actorId === null ? null : (names.get(row.actorId) ?? row.actorId),
          action: row.action,
          objectId: row.objectId,
          reason: row.reason,
        })),
        next: page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null,
        seal: seal ? { position: String(seal.position), hash: seal.hash.toString("hex") } : null,
      });
    });
}
