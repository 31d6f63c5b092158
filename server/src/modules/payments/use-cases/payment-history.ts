import { ok } from "@idanimo/contract/problems";
import type { paymentHistory as operation } from "@idanimo/contract/wallet";
import type { Database } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { readTransactions } from "../transactions/store.ts";

/** Default page size. */
const defaultSize = 100;

/** This user's transactions, newest first, including failed top-ups. */
export const paymentHistory =
  (db: Database): Handler<typeof operation> =>
  async (input, caller) => {
    const size = input.size ?? defaultSize;
    const after = decodeCursor(input.after);
    const skip = after ? 0 : (input.page ?? 0) * size;
    const found = await readTransactions(db, caller.userId, after, size + 1, skip);
    const rows = found.slice(0, size);
    const last = rows.at(-1);
    return ok({
      transactions: rows.map((row) => ({
        id: row.id,
        transactionID: row.label,
        transactionDate: row.at.toISOString(),
        amount: row.minor,
        currency: row.currency,
        transactionType: row.kind,
        successful: row.successful,
      })),
      next: found.length > size && last ? encodeCursor(last.at_text, last.id) : null,
    });
  };
