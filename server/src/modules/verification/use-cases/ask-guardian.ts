import type { askGuardian as operation } from "@idanimo/contract/guardian";
import { fail, ok } from "@idanimo/contract/problems";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { openCase, writeAudit } from "../../audit/index.ts";
import { guardianCaseKind, guardianResponseDays } from "../guardian-cases.ts";
import type { VerificationDeps } from "../deps.ts";
import { lockMinorRequest } from "../store.ts";

/**
 * Opens a case for an operator to obtain a guardian's consent, once per request that found a minor. The case has
 * only the request's id and the relation, since all data of the minor is deleted [T-49].
 */
export const askGuardian =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async ({ requestId, relation }, caller) => {
    const counted = await deps.limits.consume("guardian_account", caller.ownerId);
    if (!counted.ok) return counted;
    return deps.db.transaction(scopeOf(caller), async (tx) => {
      const found = await lockMinorRequest(tx, caller.ownerId, requestId);
      if (!found) return fail("not_found", {});
      if (!found.isMinor) return fail("not_a_minor", {});
      if (found.isGuardianAsked) return ok({ result: "success" as const });
      const detail = `through: ${relation.replaceAll("_", " ")}`;
      // another call may have opened it while this one waited for the lock
      const isNew = await openCase(tx, deps.ids, {
        kind: guardianCaseKind,
        objectId: requestId,
        detail,
        dueDays: guardianResponseDays,
      });
      if (!isNew) return ok({ result: "success" as const });
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: caller.userId,
        action: "guardian_asked",
        objectId: requestId,
        reason: relation,
      });
      return ok({ result: "success" as const });
    });
  };
