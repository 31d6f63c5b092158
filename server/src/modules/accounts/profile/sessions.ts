import { fail, ok } from "@idanimo/contract/problems";
import type { endOtherSessions, endSession, sessions } from "@idanimo/contract/profile";
import type { Handler } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { revokeSessions, findActiveSessions } from "../session-store.ts";
import { describeDevice } from "./describe-device.ts";

type SessionDeps = Pick<AccountDeps, "db" | "ids">;

/** Lists the sessions that can still be used. */
export function listSessions(deps: Pick<AccountDeps, "db">): Handler<typeof sessions> {
  return async (_input, caller) => {
    const rows = await findActiveSessions(deps.db.single, caller.userId);
    const list = rows.map(async (row) => ({
      id: row.id,
      device: await describeDevice(row.device),
      how: row.kind === "cookie" ? ("browser" as const) : ("other" as const),
      startedAt: row.created_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      current: row.id === caller.signInId,
    }));
    return ok({ sessions: await Promise.all(list) });
  };
}

/** Revokes one session, possibly the current one. Another user's session is not found. [T-10] */
export function revokeSession(deps: SessionDeps): Handler<typeof endSession> {
  return async ({ id }, caller) => {
    const ended = await revokeAndAudit(deps, caller.userId, { id });
    return ended === 0 ? fail("not_found", {}) : ok({ result: "success" });
  };
}

/** Revokes all other sessions. */
export function revokeOtherSessions(deps: SessionDeps): Handler<typeof endOtherSessions> {
  return async (_input, caller) =>
    ok({ result: "success", ended: await revokeAndAudit(deps, caller.userId, { except: caller.signInId }) });
}

/** @returns how many of them were still usable */
function revokeAndAudit(
  deps: SessionDeps,
  userId: string,
  which: { id: string } | { except: string },
): Promise<number> {
  return deps.db.transaction("system", async (tx) => {
    const ended = await revokeSessions(tx, { userId, ...which });
    for (const { id } of ended)
      await writeAudit(tx, deps.ids, { actorKind: "user", actorId: userId, action: "signed_out", objectId: id });
    return ended.length;
  });
}
