import type * as operations from "@idanimo/contract/console/pay-outs";
import { money } from "@idanimo/contract/money";
import { fail, ok } from "@idanimo/contract/problems";
import { enqueue, type Tx } from "../database/database.ts";
import { decodeCursor } from "../kernel/cursor.ts";
import { writeAudit } from "../modules/audit/index.ts";
import type { SignedInOperator } from "../modules/operator-identity/index.ts";
import {
  claimPayOut,
  findPayOutPage,
  findUnpaidPayOut,
  isSameOperator,
  markPaidOut,
  releasePayOut,
  unsealBankAccount,
} from "../modules/payments/index.ts";
import { pageSize } from "./accounts.ts";
import { hasOtherWithRight } from "./approvers.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** Pay-outs of closed accounts: the operator who claims one is the first person, who confirms it the second. */

export function createListPayOuts({ db }: ConsoleDeps): ConsoleHandler<typeof operations.listPayOuts> {
  return ({ paid, after }, operator) =>
    db.transaction("system", async (tx) => {
      const filter = { paid: paid === "true", after: decodeCursor(after), limit: pageSize + 1 };
      const page = await findPayOutPage(tx, filter);
      const shown = page.slice(0, pageSize);
      const rows = shown.map((row) => ({
        id: row.id,
        ownerId: row.ownerId,
        amounts: [money("NGN", row.naira), money("USD", row.dollars)].filter(({ minor }) => minor > 0n),
        madeAt: row.madeAt.toISOString(),
        claimedBy: row.claimedBy,
        claimedAt: row.claimedAt?.toISOString() ?? null,
        isOwn: row.claimedBy !== null && isSameOperator(row.claimedBy, operator.email),
        paidBy: row.paidBy,
        paidAt: row.paidAt?.toISOString() ?? null,
      }));
      return ok({ rows, next: page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null });
    });
}

/** The same row as the terminal writes. [OC-20] */
const audit = (tx: Tx, { ids }: Pick<ConsoleDeps, "ids">, operator: SignedInOperator, action: string, id: string) =>
  writeAudit(tx, ids, {
    actorKind: "operator",
    actorId: operator.id,
    action,
    objectId: id,
    reason: operator.email,
  });

export function createClaimPayOut(deps: ConsoleDeps): ConsoleHandler<typeof operations.claimPayOut> {
  return ({ id }, operator) =>
    deps.db.transaction("system", async (tx) => {
      if (!(await findUnpaidPayOut(tx, id))) return fail("pay_out_ended", {});
      if (!(await hasOtherWithRight(tx, operator.id, "move_money"))) return fail("second_operator_needed", {});
      const claimedBy = await claimPayOut(tx, id, operator.email);
      if (claimedBy === undefined) return fail("pay_out_ended", {});
      if (!isSameOperator(claimedBy, operator.email)) return fail("pay_out_claimed", {});
      await audit(tx, deps, operator, "pay_out_read", id);
      return ok({ result: "success" });
    });
}

/** The claim is the permission, and its audit row the record. */
export function createViewBankDetails({ db, keys }: ConsoleDeps): ConsoleHandler<typeof operations.viewBankDetails> {
  return async ({ id }, operator) => {
    const found = await db.transaction("system", (tx) => findUnpaidPayOut(tx, id));
    if (!found) return fail("pay_out_ended", {});
    if (found.claimedBy === null) return fail("pay_out_not_claimed", {});
    if (!isSameOperator(found.claimedBy, operator.email)) return fail("pay_out_claimed", {});
    return ok(await unsealBankAccount(keys, found));
  };
}

export function createReleasePayOut(deps: ConsoleDeps): ConsoleHandler<typeof operations.releasePayOut> {
  return ({ id }, operator) =>
    deps.db.transaction("system", async (tx) => {
      if (!(await findUnpaidPayOut(tx, id))) return fail("pay_out_ended", {});
      if (!(await releasePayOut(tx, id))) return fail("pay_out_not_claimed", {});
      await audit(tx, deps, operator, "pay_out_left", id);
      return ok({ result: "success" });
    });
}

/** Deletes the sealed details; a job destroys their key once this is committed. */
export function createConfirmPayOut(deps: ConsoleDeps): ConsoleHandler<typeof operations.confirmPayOut> {
  return ({ id }, operator) =>
    deps.db.transaction("system", async (tx) => {
      const found = await findUnpaidPayOut(tx, id);
      if (!found) return fail("pay_out_ended", {});
      if (found.claimedBy === null) return fail("pay_out_not_claimed", {});
      if (isSameOperator(found.claimedBy, operator.email)) return fail("own_request", {});
      if (!(await markPaidOut(tx, id, operator.email))) return fail("pay_out_ended", {});
      await audit(tx, deps, operator, "paid_out", id);
      await enqueue(tx, "destroy_pay_out_key", { id }, `destroy_pay_out_key:${id}`);
      return ok({ result: "success" });
    });
}
