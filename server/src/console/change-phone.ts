import type { changePhone } from "@idanimo/contract/console/accounts";
import { operatorApprovalHours } from "@idanimo/contract/console/rights";
import { maskValue } from "@idanimo/contract/masking";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../database/database.ts";
import type { Vault } from "../kernel/vault.ts";
import { type ApprovalKind, type Facts, requestApproval } from "../modules/approvals/index.ts";
import { removePhone, signOutEverywhere } from "../modules/accounts/index.ts";
import { hasApprover, operatorScope } from "./approvers.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { auditAct, findOpenedAccount, findOwner, type OperatorOwner, tellOwner } from "./opened-owner.ts";

/**
 * The phone number of an owner who lost it is removed by two operators, and the owner adds a new one. No operator types,
 * reads or stores a number: the facts have its masked form and a keyed hash. [OC-07 OC-08]
 */

function factsOf(vault: Vault, { id, account }: OperatorOwner): Facts | undefined {
  if (!account?.phone || account.isClosed) return undefined;
  const hash = vault.codeHash("operator_change_phone", id, account.phone).toString("base64url");
  return { phone: maskValue(account.phone), phoneHash: hash, confirmed: account.phoneConfirmed ? "yes" : "no" };
}

export function createChangePhone({ db, ids, vault }: ConsoleDeps): ConsoleHandler<typeof changePhone> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedAccount(tx, operator, id);
      if (!opened.ok) return opened;
      const facts = factsOf(vault, opened.value);
      if (!facts) return fail("no_phone", {});
      if (!(await hasApprover(tx, operator.id, "change_phone"))) return fail("second_operator_needed", {});
      const requested = await requestApproval(
        tx,
        { ids },
        {
          scope: operatorScope,
          kind: "change_phone",
          objectId: id,
          facts,
          requestedBy: operator.id,
          reason,
          expiresInHours: operatorApprovalHours,
        },
      );
      if (!requested.ok) return requested;
      // an owner who did not ask for it can answer before anything is changed
      await tellOwner(tx, ids, opened.value, { kind: "support_phone_requested", facts: { reason } });
      return ok({ approvalId: requested.value.id });
    });
}

/** Removes the number and ends all sign-ins when a second operator approves. */
export const changePhoneApproval = ({ ids, vault }: Pick<ConsoleDeps, "ids" | "vault">): ApprovalKind => ({
  readFacts: async (tx: Tx, { objectId }) => {
    const owner = await findOwner(tx, objectId);
    return owner && factsOf(vault, owner);
  },
  apply: async (tx, { objectId, reason, requestedBy }) => {
    const owner = await findOwner(tx, objectId);
    if (!owner) throw new Error("changePhoneApproval: the account is missing");
    await removePhone(tx, objectId);
    await signOutEverywhere(tx, objectId);
    await auditAct(tx, ids, owner, { operatorId: requestedBy, action: "account_phone_removed", reason });
    await tellOwner(tx, ids, owner, { kind: "support_phone_removed", facts: { reason } });
    return ok(undefined);
  },
});
