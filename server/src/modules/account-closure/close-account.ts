import type { closeAccount } from "@idanimo/contract/account-rights";
import type { InputOf } from "@idanimo/contract/operation";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { enqueue, type Tx } from "../../database/database.ts";
import type { Caller, Handler } from "../../http/call.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { writeAudit } from "../audit/index.ts";
import { accountClosedMessage, queueMessage } from "../notifications/index.ts";
import { checkLeavingOrganisations, endMemberships } from "../organisations/index.ts";
import { hasPendingPayment, insertPayOut } from "../payments/index.ts";
import { abandonOpenQuotes, clearClickIds, findPendingItems, type PendingItems } from "../purchases/index.ts";
import { emptyWallets, lockWallets } from "../wallet/index.ts";
import {
  type AccountDeps,
  isAccountClosed,
  isSessionOpen,
  lockOpenAccount,
  reauthenticateWithSecondFactor,
} from "../accounts/index.ts";
import { storeClosedRequester } from "../consent/index.ts";
import { hasOpenMisuseReport } from "../subject-portal/index.ts";
import { anonymiseAccount } from "./anonymise-account.ts";
import { decideBalanceDisposal } from "./rules.ts";

const workDescriptions = {
  payment: "A payment",
  file: "A bulk file",
  look_up: "A check",
  check: "A check of how this account is used", // a misuse report; neither the report nor its author is disclosed
} as const satisfies Record<PendingItems | "payment" | "check", string>;

/**
 * Keys of what outlives the account's own key: the last email, the pay-out's bank details, and the name that
 * subjects see.
 */
type ClosureKeys = Readonly<Record<"mail" | "payOut" | "name", { readonly id: string; readonly key: Buffer }>>;

/**
 * Closes an account for ever, in one transaction. Work in progress that involves money must finish first; open
 * consent requests end. Later modules react to the event `account_closed`. A job enqueued in the transaction
 * destroys the account's own key.
 */
export function closeOwnAccount(deps: AccountDeps): Handler<typeof closeAccount> {
  return async (input, caller) => {
    const proved = await reauthenticateWithSecondFactor(deps, caller, input);
    if (!proved.ok) return proved;
    const ids = [deps.ids.publicId(), deps.ids.publicId(), deps.ids.publicId()] as const;
    const [mail, payOut, name] = await deps.keys.createMany(ids);
    if (!mail || !payOut || !name) throw new Error("closeOwnAccount: no keys were created");
    const keys = {
      mail: { id: ids[0], key: mail },
      payOut: { id: ids[1], key: payOut },
      name: { id: ids[2], key: name },
    };
    // if this throws, the outcome of the commit is unknown: the keys stay, and open nothing without the commit
    failpoint("leaving_keys_made");
    const closed = await deps.db.transaction("system", (tx) => closeInTransaction(tx, deps, caller, input, keys));
    failpoint("leaving_committed");
    const isUsed = closed.ok ? [true, closed.value.way === "bank", closed.value.isNameKept] : [false, false, false];
    await deps.keys.destroy(ids.filter((_id, at) => !isUsed[at]));
    return closed.ok ? ok({ result: "success" }) : closed;
  };
}

type ClosureOutcome = { readonly way: string; readonly isNameKept: boolean };

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
): Promise<Result<ClosureOutcome, ClosureProblem>> {
  const left = await checkLeavingOrganisations(tx, userId); // organisations first, as in every change of members
  if (!left.ok) return left;
  const wallets = await lockWallets(tx, userId); // wallets first, as in every transfer, and before the check for pending work
  const email = await lockOpenAccount(tx, userId);
  // locked by now: a closure in another tab, or a claim, has ended this session
  if (email === undefined || !(await isSessionOpen(tx, signInId))) return fail("not_signed_in", {});
  const work = await findPendingWork(tx, userId);
  if (work) return fail("work_under_way", { what: workDescriptions[work] });
  const leftover = decideBalanceDisposal(wallets, balance);
  if (!leftover.ok) return leftover;
  const { value } = leftover;

  await abandonOpenQuotes(tx, userId);
  await clearClickIds(tx, userId);
  const isNameKept = await storeClosedRequester(tx, deps.vault, { ...keys.name, ownerId: userId });
  await endMemberships(tx, deps, userId);
  await anonymiseAccount(tx, userId);
  await emptyWallets(tx, deps.ids, userId);
  if (value.way === "bank") await insertPayOut(tx, deps.ids, { ...keys.payOut, ownerId: userId, ...value });
  const entry = { actorKind: "user", actorId: userId, action: "account_closed", objectId: userId } as const;
  await writeAudit(tx, deps.ids, { ...entry, reason: value.way });
  const sealedBy = { id: keys.mail.id, keyId: keys.mail.id, key: keys.mail.key, requestId: null };
  const words = accountClosedMessage(value.way);
  await queueMessage(tx, { ...sealedBy, channel: "mail", kind: "account_closed", to: email, ...words }, deps.ids);
  await deps.events.emit(tx, "account_closed", { ownerId: userId });
  await enqueue(tx, "destroy_account_key", { userId }, `destroy_account_key:${userId}`);
  return ok({ way: value.way, isNameKept });
}

/** Finds work in progress that may still charge or credit the account, or an unanswered report of misuse. */
async function findPendingWork(tx: Tx, userId: string): Promise<keyof typeof workDescriptions | undefined> {
  if (await hasPendingPayment(tx, userId)) return "payment";
  return (await findPendingItems(tx, userId)) ?? ((await hasOpenMisuseReport(tx, userId)) ? "check" : undefined);
}

/** Destroys the key of a closed account's own values, so that old backups cannot be read. Idempotent. */
export async function destroyClosedAccountKey(deps: Pick<AccountDeps, "db" | "keys">, userId: string): Promise<void> {
  if (await isAccountClosed(deps.db.single, userId)) await deps.keys.destroy([userId]);
}
