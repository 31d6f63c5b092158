import type { closeAccount } from "@idanimo/contract/account-rights";
import type { InputOf } from "@idanimo/contract/operation";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { enqueue, type Tx } from "../../database/database.ts";
import type { Caller, Handler } from "../../http/call.ts";
import { type AccountDeps, isSessionOpen, lockOpenAccount, reauthenticateWithSecondFactor } from "../accounts/index.ts";
import { writeAudit } from "../audit/index.ts";
import { accountClosedMessage, queueMessage } from "../notifications/index.ts";
import { checkLeavingOrganisations, endMemberships, isOrganisationClosed } from "../organisations/index.ts";
import { lockWallets } from "../wallet/index.ts";
import { anonymiseAccount } from "./anonymise-account.ts";
import { closeOwner } from "./close-owner.ts";
import { closeWithKeys, type ClosureKeys, type UsedKeys } from "./closure-keys.ts";
import { findPendingWork } from "./pending-work.ts";
import { decideBalanceDisposal } from "./rules.ts";

/**
 * Closes an account for ever, in one transaction. Work in progress that involves money must finish first; open
 * consent requests end. A job enqueued in the transaction destroys the account's own key.
 */
export function closeOwnAccount(deps: AccountDeps): Handler<typeof closeAccount> {
  return async (input, caller) => {
    const proved = await reauthenticateWithSecondFactor(deps, caller, input);
    if (!proved.ok) return proved;
    return closeWithKeys(deps, (keys) =>
      deps.db.transaction("system", (tx) => closeInTransaction(tx, deps, caller, input, keys)),
    );
  };
}

type Closed = { readonly value: { readonly result: "success" }; readonly used: UsedKeys };

type ClosureProblem =
  | "not_signed_in"
  | "work_under_way"
  | "balance_left"
  | "balance_changed"
  | "organisation_has_members"
  | "only_owner";

async function closeInTransaction(
  tx: Tx,
  deps: AccountDeps,
  { userId, signInId }: Caller,
  { balance }: Pick<InputOf<typeof closeAccount>, "balance">,
  keys: ClosureKeys,
): Promise<Result<Closed, ClosureProblem>> {
  const left = await checkLeavingOrganisations(tx, userId); // organisations first, as in every change of members
  if (!left.ok) return left;
  // an operator decides about money that reached them later
  const areWalletsClosed = await isOrganisationClosed(tx, userId);
  const locked = await lockWallets(tx, userId); // wallets first, as in every transfer, and before the check for pending work
  const wallets = areWalletsClosed ? [] : locked;
  const email = await lockOpenAccount(tx, userId);
  // locked by now: a closure in another tab, or a claim, has ended this session
  if (email === undefined || !(await isSessionOpen(tx, signInId))) return fail("not_signed_in", {});
  const work = await findPendingWork(tx, userId);
  if (work !== undefined) return fail("work_under_way", { what: work });
  const disposal = decideBalanceDisposal(wallets, balance);
  if (!disposal.ok) return disposal;
  const { way } = disposal.value;

  const { isNameKept } = await closeOwner(tx, deps, {
    ownerId: userId,
    disposal: disposal.value,
    keys,
    areWalletsClosed,
    end: async () => {
      await endMemberships(tx, deps, userId);
      await anonymiseAccount(tx, userId);
    },
  });
  const entry = { actorKind: "user", actorId: userId, action: "account_closed", objectId: userId } as const;
  await writeAudit(tx, deps.ids, { ...entry, reason: way });
  const sealedBy = { id: keys.mail.id, keyId: keys.mail.id, key: keys.mail.key, requestId: null };
  const words = accountClosedMessage(way);
  await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "account_closed", to: email, ...words }, deps.ids);
  await enqueue(tx, "destroy_account_key", { userId }, `destroy_account_key:${userId}`);
  return ok({ value: { result: "success" }, used: { mail: true, payOut: way === "bank", name: isNameKept } });
}
