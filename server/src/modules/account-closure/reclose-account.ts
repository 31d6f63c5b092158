import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { lockOpenAccount } from "../accounts/index.ts";
import { type AuditEntry, openCase, writeAudit } from "../audit/index.ts";
import { abandonOpenQuotes, clearClickIds } from "../purchases/index.ts";
import { emptyWallets, lockWallets } from "../wallet/index.ts";
import { anonymiseAccount } from "./anonymise-account.ts";

/** Asks an operator whether the balance of an account that a restore reopened was already paid out. */
const restoredBalanceCaseKind = "balance_after_restore";

/**
 * Closes an account again that an older database state reopened, without notifying its owner or waiting for pending
 * work. Empties its wallets and opens a case about the balance, which may have been paid out already. Idempotent.
 * @returns whether it was open, and its balances in minor units: "1234567 NGN and 89 USD", or an empty text
 */
export async function recloseAccount(
  tx: Tx,
  ids: IdSource,
  { userId, by }: { readonly userId: string; readonly by: Pick<AuditEntry, "actorKind" | "actorId"> },
): Promise<{ readonly wasOpen: boolean; readonly held: string }> {
  const wallets = await lockWallets(tx, userId); // first, as in every transfer
  if ((await lockOpenAccount(tx, userId)) === undefined) return { wasOpen: false, held: "" };
  const held = wallets
    .filter(({ minor }) => minor > 0n)
    .map(({ minor, currency }) => `${minor} ${currency}`)
    .join(" and ");
  await abandonOpenQuotes(tx, userId);
  await clearClickIds(tx, userId);
  await anonymiseAccount(tx, userId);
  await emptyWallets(tx, ids, userId);
  if (held !== "") await openCase(tx, ids, { kind: restoredBalanceCaseKind, objectId: userId, detail: held });
  await writeAudit(tx, ids, {
    ...by,
    action: "account_closed",
    objectId: userId,
    reason: "it was closed before the restore",
  });
  return { wasOpen: true, held };
}
