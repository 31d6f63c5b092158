import { type AccountDeps, findAccountOpenedAt, isAccountClosed } from "../accounts/index.ts";
import { isOrganisationClosed } from "../organisations/index.ts";

/**
 * Destroys the key of a closed owner's own values, so that old backups cannot be read. A business account that is
 * open keeps the key that it shares with its closed organisation. Idempotent.
 */
export async function destroyClosedAccountKey(deps: Pick<AccountDeps, "db" | "keys">, ownerId: string): Promise<void> {
  const { single } = deps.db;
  const hasAccount = (await findAccountOpenedAt(single, ownerId)) !== undefined;
  const isClosed = hasAccount ? await isAccountClosed(single, ownerId) : await isOrganisationClosed(single, ownerId);
  if (isClosed) await deps.keys.destroy([ownerId]);
}
