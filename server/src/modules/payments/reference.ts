import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { isReferenceTaken } from "./purchase-store.ts";

/** A new printed reference: `EA` and 14 digits. A label and not a key, so it is drawn again when it is taken. Source: threats 2, rule 3. */
export async function generateReference(tx: Tx, ids: IdSource): Promise<string> {
  for (;;) {
    const reference = `EA${ids.digits(14)}`;
    if (!(await isReferenceTaken(tx, reference))) return reference;
  }
}
