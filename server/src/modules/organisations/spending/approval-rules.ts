import type {
  approvalRules as list,
  removeApprovalRule as remove,
  saveApprovalRule as save,
} from "@idanimo/contract/organisations/approvals";
import { type CheckedPurchase, needsApproval } from "@idanimo/contract/organisations/approvals";
import { approvalRulesMax } from "@idanimo/contract/organisations/limits";
import * as texts from "@idanimo/contract/organisations/texts";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { type Actor, type Handler, scopeOf } from "../../../http/call.ts";
import { auditReasonMaxLength, writeAudit } from "../../audit/index.ts";
import type { SpendingDeps } from "./deps.ts";
import { deleteApprovalRule, findApprovalRules, findMembersWithRight, storeApprovalRule } from "./rule-store.ts";

type Deps = Pick<SpendingDeps, "db" | "ids">;

/** Whether a rule of the organisation applies to a member's purchase; never for a person's own account. */
export async function isApprovalNeeded(tx: Tx, actor: Actor, purchase: CheckedPurchase): Promise<boolean> {
  if (actor.member === null) return false;
  const rules = await findApprovalRules(tx, actor.ownerId);
  return needsApproval(
    rules.filter(({ enabled }) => enabled),
    purchase,
  );
}

export const approvalRules =
  ({ db }: Deps): Handler<typeof list> =>
  async (_input, caller) =>
    db.transaction(scopeOf(caller), async (tx) =>
      ok({
        rules: [...(await findApprovalRules(tx, caller.ownerId))],
        approvers: (await findMembersWithRight(tx, caller.ownerId, "approvals:decide")).length,
      }),
    );

/** Creates or replaces a rule. */
export const saveApprovalRule =
  ({ db, ids }: Deps): Handler<typeof save> =>
  async ({ id, ...conditions }, caller) => {
    return db.transaction(scopeOf(caller), async (tx) => {
      const rule = { id: id ?? ids.publicId(), ...conditions };
      const most = approvalRulesMax;
      if (!(await storeApprovalRule(tx, caller.ownerId, rule, { isNew: id === undefined, most })))
        return id === undefined
          ? fail("organisation_full", { most: String(most), what: texts.approvalRules })
          : fail("not_found", {});
      await writeAudit(tx, ids, {
        actorKind: "user",
        actorId: caller.userId,
        action: "approval_rule_saved",
        objectId: rule.id,
        reason: describe(conditions),
      });
      return ok({ rule });
    });
  };

type Conditions = Omit<Parameters<Handler<typeof save>>[0], "id">;
/** One line for the audit, cut to its length; codes and amounts only. */
const describe = ({ searchTypes, purposes, above, enabled }: Conditions): string =>
  `${enabled ? "on" : "off"} types ${searchTypes.join(",") || "all"} purposes ${purposes.join(",") || "all"} above kobo ${above ?? "-"}`.slice(
    0,
    auditReasonMaxLength,
  );

export const removeApprovalRule =
  ({ db, ids }: Deps): Handler<typeof remove> =>
  async ({ id }, caller) => {
    return db.transaction(scopeOf(caller), async (tx) => {
      if (!(await deleteApprovalRule(tx, caller.ownerId, id))) return ok({ result: "success" }); // removed already
      const done = {
        actorKind: "user" as const,
        actorId: caller.userId,
        action: "approval_rule_removed",
        objectId: id,
      };
      await writeAudit(tx, ids, done);
      return ok({ result: "success" });
    });
  };
