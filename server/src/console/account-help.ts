import type { clearAccountLockout, endAccountSignIns } from "@idanimo/contract/console/accounts";
import { ok } from "@idanimo/contract/problems";
import { clearLockout, signOutEverywhere } from "../modules/accounts/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { auditAct, findOpenedAccount, tellOwner } from "./opened-owner.ts";

/** Ends all sign-ins of an account and tells its owner. [OC-08] */
export function createEndSignIns({ db, ids }: ConsoleDeps): ConsoleHandler<typeof endAccountSignIns> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedAccount(tx, operator, id);
      if (!opened.ok) return opened;
      const owner = opened.value;
      const ended = await signOutEverywhere(tx, id);
      await auditAct(tx, ids, owner, { operatorId: operator.id, action: "account_signed_out", reason });
      await tellOwner(tx, ids, owner, { kind: "support_signed_out", facts: { reason } });
      return ok({ ended });
    });
}

/** Removes the wait after wrong passwords and tells the owner. [OC-08] */
export function createClearLockout({ db, ids, vault }: ConsoleDeps): ConsoleHandler<typeof clearAccountLockout> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const opened = await findOpenedAccount(tx, operator, id);
      if (!opened.ok) return opened;
      const owner = opened.value;
      await clearLockout(tx, vault, owner.account);
      await auditAct(tx, ids, owner, { operatorId: operator.id, action: "account_unlocked", reason });
      await tellOwner(tx, ids, owner, { kind: "support_unlocked", facts: { reason } });
      return ok({ result: "success" });
    });
}
