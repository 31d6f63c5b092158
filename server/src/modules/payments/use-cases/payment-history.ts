import { ok } from "@idanimo/contract/problems";
import type { paymentHistory as operation } from "@idanimo/contract/wallet";
import type { Database } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { readCursor, writeCursor } from "../../../kernel/cursor.ts";
import { readMoves } from "../exports/moves.ts";

/** Rows a client gets that asks for no size. */
const defaultSize = 100;

/** Everything that moved this user's money, or tried to, newest first. */
export const paymentHistory =
  (db: Database): Handler<typeof operation> =>
  async (input, caller) => {
    const size = input.size ?? defaultSize;
    const after = readCursor(input.after);
    const skip = after ? 0 : (input.page ?? 0) * size;
    const found = await readMoves(db, caller.userId, after, size + 1, skip);
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
      next: found.length > size && last ? writeCursor(last.at_text, last.id) : null,
    });
  };
