import type { Database } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import { eraseCases, findExpiredCases } from "./store.ts";

const batchSize = 500;

/**
 * Erases the content of cases twelve months after the answer. Destroys each key first, so a repeated run is safe.
 */
export async function eraseExpiredCases(deps: { readonly db: Database; readonly keys: KeyStore }): Promise<void> {
  for (;;) {
    const ids = await deps.db.transaction("system", (tx) => findExpiredCases(tx, batchSize));
    if (ids.length === 0) return;
    await deps.keys.destroy(ids);
    await deps.db.transaction("system", (tx) => eraseCases(tx, ids));
  }
}
