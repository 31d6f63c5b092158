import { readView } from "../../database/read-view.ts";

/** Operators' cases. */
export const casesView = readView("cases", ["id", "kind", "object_id", "detail", "opened_at", "closed_at"]);

/** Audit rows by their object. */
export const auditLogView = readView("audit_log", ["id", "at", "actor_kind", "actor_id", "action", "object_id"]);
