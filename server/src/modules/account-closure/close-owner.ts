import type { Tx } from "../../database/database.ts";
import type { AccountDeps } from "../accounts/index.ts";
import { storeClosedRequester } from "../consent/index.ts";
import { insertPayOut } from "../payments/index.ts";
import { abandonOpenQuotes, clearClickIds } from "../purchases/index.ts";
import { emptyWallets } from "../wallet/index.ts";
import type { ClosureKeys } from "./closure-keys.ts";
import type { BalanceDisposal } from "./rules.ts";

type Closing = {
  readonly ownerId: string;
  readonly disposal: BalanceDisposal;
  readonly keys: Pick<ClosureKeys, "payOut" | "name">;
  /** Whether the wallets were emptied before: an account whose organisation was closed first. */
  readonly areWalletsClosed?: boolean;
  /** Closes the rows of the owner itself. */
  readonly end: () => Promise<void>;
};

/**
 * What the closure of an account and of an organisation have in common: open quotes, the name that subjects see, the
 * wallets and the pay-out. Later modules react to the event `account_closed`. The wallets are locked.
 * @returns whether the owner's name is kept for subjects
 */
export async function closeOwner(
  tx: Tx,
  deps: Pick<AccountDeps, "ids" | "vault" | "events">,
  { ownerId, disposal, keys, areWalletsClosed = false, end }: Closing,
): Promise<{ readonly isNameKept: boolean }> {
  await abandonOpenQuotes(tx, ownerId);
  await clearClickIds(tx, ownerId);
  const isNameKept = await storeClosedRequester(tx, deps.vault, { ...keys.name, ownerId });
  await end();
  if (!areWalletsClosed) await emptyWallets(tx, deps.ids, ownerId);
  if (disposal.way === "bank") await insertPayOut(tx, deps.ids, { ...keys.payOut, ownerId, ...disposal });
  await deps.events.emit(tx, "account_closed", { ownerId });
  return { isNameKept };
}
