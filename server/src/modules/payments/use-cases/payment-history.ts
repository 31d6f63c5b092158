import { ok } from "@idanimo/contract/problems";
import type { searchTransactions as operation } from "@idanimo/contract/wallet";
import type { Handler } from "../../../http/call.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { readLog } from "../transactions/read-log.ts";

type Deps = Parameters<typeof readLog>[0];

/** Default page size. */
const defaultSize = 100;

/** This user's transactions, newest first, including failed top-ups. Also serves the search by POST. */
export const paymentHistory =
  (deps: Deps): Handler<typeof operation> =>
  async (input, caller) => {
    const size = input.size ?? defaultSize;
    const after = decodeCursor(input.after);
    const skip = after ? 0 : (input.page ?? 0) * size;
    const found = await readLog(deps, caller, { after, most: size + 1, skip }, input, true);
    const rows = found.slice(0, size);
    const last = rows.at(-1);
    return ok({
      transactions: rows.map((row) => ({
        id: row.id,
        transactionID: row.reference,
        transactionDate: row.at.toISOString(),
        amount: row.minor,
        currency: row.currency,
        transactionType: row.kind,
        successful: row.successful,
        what: [...row.what],
        ...(row.member && { member: row.member }),
        ...(row.label !== undefined && { label: row.label }),
        balance: row.balance ?? null,
      })),
      next: found.length > size && last ? encodeCursor(last.at_text, last.id) : null,
    });
  };
