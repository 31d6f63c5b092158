import type { Database } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import { eraseCases, findExpiredCases } from "./store.ts";

/** Cases of one round. */
const batchSize = 500;

/** Erases what people wrote to us, and our answers, twelve months after these; the key of each goes first. Safe to repeat. */
export async function eraseExpiredCases(deps: { readonly db: Database; readonly keys: KeyStore }): Promise<void> {
  for (;;) {
    const ids = await deps.db.transaction("system", (tx) => findExpiredCases(tx, batchSize));
    if (ids.length === 0) return;
    await deps.keys.destroy(ids);
    await deps.db.transaction("system", (tx) => eraseCases(tx, ids));
  }
}
