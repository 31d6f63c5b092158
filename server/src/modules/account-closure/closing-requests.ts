import type { BalanceChoice } from "@idanimo/contract/account-rights";
import { closingWays, type readClosing, type stopClosing } from "@idanimo/contract/organisations/closing";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import { type Handler, scopeOf } from "../../http/call.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Vault } from "../../kernel/vault.ts";
import { type AccountDeps, people } from "../accounts/index.ts";
import {
  cancelApproval,
  type ExpiredApproval,
  type Facts,
  findApproval,
  findApprovalOf,
  reject,
} from "../approvals/index.ts";
import { changeOrganisation, findActiveMembersWithRole, findOrganisation } from "../organisations/index.ts";
import { announceStaysOpen } from "./closing-messages.ts";

/** Requests of one owner to close an organisation, which another owner confirms or rejects [TM-16]. */

/** The kind of these approvals. */
export const closingKind = "organisation_close";
export const closingScope = (organisationId: string) => ({ kind: "organisation", organisationId }) as const;

/** Digits of a bank account's number that owners see. */
const shownDigits = 4;

/** The choice for the balance: the account's number as a keyed hash and its last digits. */
export function factsOf(vault: Vault, organisationId: string, balance: BalanceChoice): Facts {
  if (balance.way !== "bank") return { way: balance.way };
  return {
    way: balance.way,
    account: vault.indexHash("closing_account", `${organisationId}|${balance.accountNumber}`).toString("hex"),
    ending: balance.accountNumber.slice(-shownDigits),
  };
}

/** Whether an owner chooses the same for the balance as the one who asked. */
export function hasSameChoice(vault: Vault, organisationId: string, asked: Facts, balance: BalanceChoice): boolean {
  const { way, account } = factsOf(vault, organisationId, balance);
  return asked["way"] === way && asked["account"] === account;
}

/** The request that waits for another owner; undefined without one. The organisation is locked. */
export async function findPendingClosing(tx: Tx, organisationId: string) {
  const scope = closingScope(organisationId);
  const found = await findApprovalOf(tx, scope, { kind: closingKind, objectId: organisationId });
  if (found?.state !== "pending") return undefined;
  return {
    ...found,
    cancel: ({ ids }: { readonly ids: IdSource }) =>
      cancelApproval(tx, { ids }, { id: found.id, scope, by: found.requestedBy }),
  };
}

/** Reads whether two owners are needed, and the request that waits. */
export function readClosingState({ db }: Pick<AccountDeps, "db">): Handler<typeof readClosing> {
  return (_input, caller) =>
    db.transaction(scopeOf(caller), async (tx) => {
      const owners = await findActiveMembersWithRole(tx, caller.ownerId, "owner");
      const pending = await findPendingClosing(tx, caller.ownerId);
      const needsSecondOwner = owners.length > 1;
      if (!pending || !needsSecondOwner || !owners.includes(pending.requestedBy))
        return ok({ needsSecondOwner, pending: null });
      const { requestedBy, requestedAt, expiresAt, facts } = pending;
      return ok({
        needsSecondOwner,
        pending: {
          requestedBy: (await people.find(tx, [requestedBy])).get(requestedBy)?.name ?? "",
          own: requestedBy === caller.userId,
          requestedAt: requestedAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          way: closingWays.find((way) => way === facts["way"]) ?? "none",
          accountEnding: facts["ending"] ?? null,
        },
      });
    });
}

/** Withdraws the caller's request, or rejects another owner's; notifies both. */
export function stopClosingOrganisation(deps: Pick<AccountDeps, "db" | "ids">): Handler<typeof stopClosing> {
  return (_input, caller) =>
    changeOrganisation(deps, caller, { right: "organisation:close" }, async (tx, organisation) => {
      const { id, actor } = organisation;
      const pending = await findPendingClosing(tx, id);
      if (!pending) return ok({ result: "success" }); // it was stopped already, or ran out
      const isOwn = pending.requestedBy === actor.userId;
      const decided = { id: pending.id, scope: closingScope(id), by: actor.userId };
      if (isOwn) await pending.cancel(deps);
      else {
        const rejected = await reject(tx, deps, { ...decided, reason: null });
        if (!rejected.ok && rejected.problem.code !== "approval_ended") return fail("not_found", {});
      }
      const who = (await people.find(tx, [actor.userId])).get(actor.userId)?.name ?? "";
      const owners = isOwn
        ? (await findActiveMembersWithRole(tx, id, "owner")).filter((owner) => owner !== actor.userId)
        : [pending.requestedBy];
      const why = isOwn ? `${who} withdrew the request` : `${who} rejected the request`;
      await announceStaysOpen(tx, deps, { organisation, owners, why });
      return ok({ result: "success" });
    });
}

/** What follows when no other owner confirmed in time. */
export async function onClosingExpired(
  deps: Pick<AccountDeps, "ids">,
  tx: Tx,
  { id, organisationId }: ExpiredApproval,
): Promise<void> {
  const organisation = await findOrganisation(tx, organisationId);
  const approval = await findApproval(tx, closingScope(organisationId), id);
  if (!organisation || !approval) return;
  const owners = await findActiveMembersWithRole(tx, organisationId, "owner");
  await announceStaysOpen(tx, deps, { organisation, owners, why: "no other owner confirmed within 7 days" });
}
