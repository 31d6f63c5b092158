import { webhookDeliveriesPageSize } from "@idanimo/contract/developers/limits";
import type { webhookDeliveries, webhookEndpoints } from "@idanimo/contract/developers/webhooks";
import { formerMember } from "@idanimo/contract/organisations/member-name";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { findAttempts, findDeliveries } from "./delivery-store.ts";
import type { WebhookDeps } from "./deps.ts";
import { findEndpoint, findEndpoints } from "./endpoint-store.ts";

type Deps = Pick<WebhookDeps, "db" | "mode" | "people">;

export function listEndpoints({ db, mode, people }: Deps): Handler<typeof webhookEndpoints> {
  return async (_input, { ownerId }) => {
    const rows = await findEndpoints(db.single, ownerId, mode);
    const names = await people.find(
      db.single,
      rows.map((row) => row.created_by),
    );
    return ok({
      endpoints: rows.map((row) => ({
        id: row.id,
        mode: row.mode,
        url: row.url,
        events: row.events,
        state: row.state,
        disabledReason: row.disabled_reason,
        failingSince: row.first_failure_at?.toISOString() ?? null,
        createdBy: names.get(row.created_by)?.name.trim() || formerMember,
        createdAt: row.created_at.toISOString(),
        attempts: { succeeded: row.succeeded, failed: row.failed },
        earlierSecretUntil: row.earlier_secret_until?.toISOString() ?? null,
      })),
    });
  };
}

/** A page of an endpoint's deliveries with all their attempts. [DP-11] */
export function listDeliveries({ db, mode }: Deps): Handler<typeof webhookDeliveries> {
  return async ({ id, state, after }, { ownerId }) => {
    if (!(await findEndpoint(db.single, ownerId, mode, id))) return fail("not_found", {});
    const most = webhookDeliveriesPageSize;
    const found = await findDeliveries(db.single, id, { state, after: decodeCursor(after), most: most + 1 });
    const rows = found.slice(0, most);
    const last = rows.at(-1);
    const attempts = Map.groupBy(
      await findAttempts(
        db.single,
        rows.map((row) => row.id),
      ),
      (row) => row.delivery_id,
    );
    return ok({
      deliveries: rows.map((row) => ({
        id: row.id,
        eventId: row.event_id,
        type: row.kind,
        state: row.state,
        createdAt: row.created_at.toISOString(),
        nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
        body: JSON.stringify(row.body),
        attempts: (attempts.get(row.id) ?? []).map((one) => ({
          number: one.number,
          at: one.at.toISOString(),
          status: one.status,
          ms: one.ms,
          response: one.response_start,
          error: one.error_code,
        })),
      })),
      next: found.length > most && last ? encodeCursor(last.cursor_at, last.id) : null,
    });
  };
}
