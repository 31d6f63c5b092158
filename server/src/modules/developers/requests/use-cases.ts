import { scopesByCall } from "@idanimo/contract/developers/call-scopes";
import { explainProblem } from "@idanimo/contract/developers/explanations";
import { requestRetentionDays, requestsPageSize } from "@idanimo/contract/developers/limits";
import type { Mode } from "@idanimo/contract/developers/mode";
import type { ApiRequest, apiRequest, apiRequests } from "@idanimo/contract/developers/requests";
import * as texts from "@idanimo/contract/developers/texts";
import { startOfLagosDay } from "@idanimo/contract/date-format";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import { operations } from "@idanimo/contract/operations";
import { fail, ok } from "@idanimo/contract/problems";
import type { Database } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { findKeyNames } from "../keys/store.ts";
import { type CallRow, findCall, findCalls, type StatusFilter } from "./store.ts";

export type RequestsDeps = {
  readonly db: Database;
  /** Where the keys are stored. */
  readonly keysDb: Pick<Database, "single">;
  readonly mode: Mode;
};

type KeyName = Awaited<ReturnType<typeof findKeyNames>>[number];

const calls = [...Object.values(operations), ...Object.values(nonJsonCalls)];
const routes: ReadonlySet<string> = new Set(calls.map(({ path }) => path));
const summaries = new Map(calls.map(({ method, path, summary }) => [`${method} ${path}`, summary]));
const routesOfKeys = [...new Set([...scopesByCall.keys()].map((call) => call.slice(call.indexOf(" ") + 1)))].toSorted();

/** Lists the calls of the organisation's keys, newest first. [DP-13] */
export function listRequests(deps: RequestsDeps): Handler<typeof apiRequests> {
  return async ({ status, route, key, day, after }, { ownerId }) => {
    if (route !== undefined && !routes.has(route))
      return fail("bad_input", {}, { fields: { route: texts.routeUnknown } });
    const filter = {
      status: status === undefined ? undefined : statusesOf(status),
      route,
      key,
      period: day === undefined ? undefined : { from: startOfLagosDay(day), to: startOfLagosDay(day, 1) },
      after: decodeCursor(after),
    };
    const page = { days: requestRetentionDays, most: requestsPageSize + 1 };
    const [found, keys] = await Promise.all([
      deps.db.transaction({ owner: ownerId }, (tx) => findCalls(tx, ownerId, filter, page)),
      findKeyNames(deps.keysDb.single, ownerId, deps.mode, requestRetentionDays),
    ]);
    const rows = found.slice(0, requestsPageSize);
    const last = rows.at(-1);
    return ok({
      requests: rows.map((row) => describeCall(row, keys)),
      next: found.length > rows.length && last ? encodeCursor(last.at_text, last.id) : null,
      keys: keys.map(({ id, name, prefix }) => ({ id, name, prefix })),
      routes: routesOfKeys,
    });
  };
}

/** Finds a call by its request id and explains its problem. [DP-13] */
export function readRequest(deps: RequestsDeps): Handler<typeof apiRequest> {
  return async ({ id }, { ownerId }) => {
    const [row, keys] = await Promise.all([
      deps.db.transaction({ owner: ownerId }, (tx) => findCall(tx, ownerId, id, requestRetentionDays)),
      findKeyNames(deps.keysDb.single, ownerId, deps.mode, requestRetentionDays),
    ]);
    if (!row) return fail("not_found", {});
    const method = row.method === "HEAD" ? "GET" : row.method;
    return ok({
      request: {
        ...describeCall(row, keys),
        summary: summaries.get(`${method} ${row.route ?? ""}`) ?? null,
        explanation: row.code === null ? null : explainProblem(row.code, row),
        keyPrefix: keys.find((one) => one.id === row.key_id)?.prefix ?? null,
        version: row.version,
        idempotencyKeyHash: row.idempotency_key_hash?.toString("hex") ?? null,
        addressBlock: row.address_block,
      },
    });
  };
}

const describeCall = (row: CallRow, keys: readonly KeyName[]): ApiRequest => ({
  id: row.id,
  at: row.at.toISOString(),
  method: row.method,
  route: row.route,
  status: row.status,
  code: row.code,
  ms: row.ms,
  keyId: row.key_id,
  keyName: keys.find(({ id }) => id === row.key_id)?.name ?? null,
});

/** `4xx` or `404` as a range. */
function statusesOf(status: string): StatusFilter {
  if (!status.endsWith("xx")) return { from: Number(status), to: Number(status) };
  const from = Number(status[0]) * 100;
  return { from, to: from + 99 };
}
