import { closingDays, type closeOrganisation } from "@idanimo/contract/organisations/closing";
import type { InputOf } from "@idanimo/contract/operation";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { enqueue, type Tx } from "../../database/database.ts";
import type { Handler } from "../../http/call.ts";
import { deleteKeysOfOwner } from "../../http/idempotency.ts";
import { type AccountDeps, people, reauthenticateWithSecondFactor } from "../accounts/index.ts";
import { approve, lockApprovalsOfOrganisation, requestApproval } from "../approvals/index.ts";
import {
  changeOrganisation,
  endOrganisation,
  findActiveMembersWithRole,
  type LockedOrganisation,
} from "../organisations/index.ts";
import { lockWallets } from "../wallet/index.ts";
import { announceClosed, announceRequest } from "./closing-messages.ts";
import { closeOwner } from "./close-owner.ts";
import { closeWithKeys, type ClosureKeys, type UsedKeys } from "./closure-keys.ts";
import { closingKind, closingScope, factsOf, findPendingClosing, hasSameChoice } from "./closing-requests.ts";
import { findPendingWork } from "./pending-work.ts";
import { type BalanceDisposal, decideBalanceDisposal } from "./rules.ts";

type Input = InputOf<typeof closeOrganisation>;
type Closed = { readonly value: { readonly state: "closed" | "awaiting_owner" }; readonly used: UsedKeys };
type ClosingProblem = "work_under_way" | "balance_left" | "balance_changed" | "closing_differs";
type Closing = {
  readonly organisation: LockedOrganisation;
  readonly input: Input;
  readonly keys: ClosureKeys;
};

const noKeys: UsedKeys = { mail: false, payOut: false, name: false };

/**
 * Closes an organisation for ever. One owner alone closes it; with two or more, the first call asks, and the call of
 * another owner with the same choice for the balance closes it. [TM-16]
 */
export function closeOwnOrganisation(deps: AccountDeps): Handler<typeof closeOrganisation> {
  return async (input, caller) => {
    const proved = await reauthenticateWithSecondFactor(deps, caller, input);
    if (!proved.ok) return proved;
    return closeWithKeys(deps, (keys) =>
      changeOrganisation<Closed, ClosingProblem>(
        deps,
        caller,
        { right: "organisation:close" },
        async (tx, organisation) => {
          const owners = await findActiveMembersWithRole(tx, organisation.id, "owner");
          if (owners.length < 2) return closeNow(tx, deps, { organisation, input, keys });
          const pending = await findPendingClosing(tx, organisation.id);
          // a request of someone who is no longer an owner does not count
          const isConfirmation =
            pending !== undefined &&
            pending.requestedBy !== organisation.actor.userId &&
            owners.includes(pending.requestedBy);
          return isConfirmation
            ? confirm(tx, deps, { organisation, input, keys }, pending, owners)
            : ask(tx, deps, { organisation, input }, owners);
        },
      ),
    );
  };
}

/** Locks the wallets and decides what happens to the balance. */
async function decideClosing(
  tx: Tx,
  { organisation, input }: Pick<Closing, "organisation" | "input">,
): Promise<Result<BalanceDisposal, ClosingProblem>> {
  const wallets = await lockWallets(tx, organisation.id);
  const work = await findPendingWork(tx, organisation.id);
  if (work !== undefined) return fail("work_under_way", { what: work });
  return decideBalanceDisposal(wallets, input.balance);
}

/** Asks the other owners. A new request replaces the one that waits. */
async function ask(
  tx: Tx,
  deps: AccountDeps,
  { organisation, input }: Pick<Closing, "organisation" | "input">,
  owners: readonly string[],
): Promise<Result<Closed, ClosingProblem>> {
  const { id, actor } = organisation;
  const scope = closingScope(id);
  const waiting = await findPendingClosing(tx, id);
  const decided = await decideClosing(tx, { organisation, input });
  if (!decided.ok) return decided;
  if (waiting) await waiting.cancel(deps);
  const facts = factsOf(deps.vault, id, input.balance);
  const made = await requestApproval(tx, deps, {
    scope,
    kind: closingKind,
    objectId: id,
    facts,
    requestedBy: actor.userId,
    reason: closingKind,
    expiresInHours: closingDays * 24,
  });
  if (!made.ok) throw new Error("an organisation without a request to close it has a pending approval");
  const others = owners.filter((owner) => owner !== actor.userId);
  await announceRequest(tx, deps, { organisation, by: actor.userId, others, way: input.balance.way });
  return ok({ value: { state: "awaiting_owner" }, used: noKeys });
}

/** Closes by the second owner's call, in the transaction that records the approval. */
async function confirm(
  tx: Tx,
  deps: AccountDeps,
  closing: Closing,
  pending: { readonly id: string },
  owners: readonly string[],
): Promise<Result<Closed, ClosingProblem>> {
  const { organisation, input } = closing;
  let done: Result<Closed, ClosingProblem> | undefined;
  await approve<ClosingProblem>(
    tx,
    {
      ids: deps.ids,
      kinds: {
        [closingKind]: {
          readFacts: (_tx, { facts }) => Promise.resolve(facts),
          apply: async (actTx, { id, facts }) => {
            done = await closeNow(actTx, deps, closing, {
              approvalId: id,
              accepts: ({ way }) => way === "none" || hasSameChoice(deps.vault, organisation.id, facts, input.balance),
            });
            return done.ok ? ok(undefined) : done;
          },
        },
      },
    },
    { id: pending.id, scope: closingScope(organisation.id), by: organisation.actor.userId },
  );
  if (done) return done;
  // it ran out a moment ago, or was decided by a job
  return ask(tx, deps, { organisation, input }, owners);
}

type Confirmation = { readonly approvalId: string; accepts(disposal: BalanceDisposal): boolean };

async function closeNow(
  tx: Tx,
  deps: AccountDeps,
  { organisation, input, keys }: Closing,
  confirmation?: Confirmation,
): Promise<Result<Closed, ClosingProblem>> {
  const { id, actor } = organisation;
  const scope = closingScope(id);
  // before the wallets, as in a decision about a purchase
  const cancelApprovals = await lockApprovalsOfOrganisation(tx, deps, {
    scope,
    by: actor.userId,
    except: confirmation?.approvalId,
  });
  const decided = await decideClosing(tx, { organisation, input });
  if (!decided.ok) return decided;
  const disposal = decided.value;
  if (confirmation && !confirmation.accepts(disposal)) return fail("closing_differs", {});
  await cancelApprovals();
  const owners = await findActiveMembersWithRole(tx, id, "owner");
  const { isNameKept } = await closeOwner(tx, deps, {
    ownerId: id,
    disposal,
    keys,
    end: async () => {
      await endOrganisation(tx, { ids: deps.ids, people }, organisation);
      await deleteKeysOfOwner(tx, id);
    },
  });
  await organisation.audit(tx, { action: "organisation_closed", objectId: id, reason: disposal.way });
  await announceClosed(tx, deps, { organisation, owners, way: disposal.way });
  await enqueue(tx, "destroy_account_key", { userId: id }, `destroy_account_key:${id}`);
  return ok({
    value: { state: "closed" },
    used: { mail: false, payOut: disposal.way === "bank", name: isNameKept },
  });
}
