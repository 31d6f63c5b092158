import type { Tx } from "../../../database/database.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import { openCase, writeAudit } from "../../audit/index.ts";
import { abandonOpenQuotes, emptyWallets, clearClickIds, lockWallets } from "../../payments/index.ts";
import * as store from "./store.ts";

/** What an account held that came back open: whether its holder was paid since, nobody here knows. */
const restoredBalanceCaseKind = "balance_after_restore";

/**
 * Closes an account that was closed before, and came back with an older state of the database: as its holder did, but nobody is told
 * and nothing is waited for. What it held goes out of the wallets, and a case asks a person whether it was paid out already. Safe to repeat.
 * @returns whether it was open, and what its wallets held, in minor units: "1234567 NGN and 89 USD", empty for nothing
 */
export async function recloseAccount(
  tx: Tx,
  ids: IdSource,
  { userId, by }: { readonly userId: string; readonly by: string },
): Promise<{ readonly wasOpen: boolean; readonly held: string }> {
  const wallets = await lockWallets(tx, userId); // first, as wherever money moves
  if ((await store.lockForClosing(tx, userId)) === undefined) return { wasOpen: false, held: "" };
  const held = wallets
    .filter(({ minor }) => minor > 0n)
    .map(({ minor, currency }) => `${minor} ${currency}`)
    .join(" and ");
  await abandonOpenQuotes(tx, userId);
  await clearClickIds(tx, userId);
  await store.anonymiseAccount(tx, userId);
  await emptyWallets(tx, ids, userId);
  if (held !== "") await openCase(tx, ids, { kind: restoredBalanceCaseKind, objectId: userId, detail: held });
  await writeAudit(tx, ids, {
    actorKind: "operator",
    action: "account_closed",
    objectId: userId,
    reason: `${by}: it was closed before the restore`,
  });
  return { wasOpen: true, held };
}
