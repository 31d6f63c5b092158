import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { isReferenceTaken } from "./store.ts";

/** Generates a printed reference: `EA` and 14 digits. A label, not a secret; a taken one is generated again. */
export async function generateReference(tx: Tx, ids: IdSource): Promise<string> {
  for (;;) {
    const reference = `EA${ids.digits(14)}`;
    if (!(await isReferenceTaken(tx, reference))) return reference;
  }
}
