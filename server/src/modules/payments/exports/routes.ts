import { textFromMinor } from "@idanimo/contract/money";
import { ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/reports";
import type { TransactionType } from "@idanimo/contract/wallet";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../../database/database.ts";
import type { Identify } from "../../../http/call.ts";
import { sendCsv } from "../../../http/csv-download.ts";
import { csvTime } from "../../../kernel/csv.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { readMoves } from "./moves.ts";

const head = ["Date (Lagos)", "Transaction", "Type", "Amount", "Currency", "Outcome"];
const typeWords = {
  VERIFICATION: "Verification",
  REFUND: "Refund",
  TOPUP: "Top-up",
} as const satisfies Record<TransactionType, string>;

/** The whole transaction log to keep. Taking it leaves an audit row. */
export function transactionsCsvRoutes(app: FastifyInstance, identify: Identify, deps: PaymentDeps): void {
  const { db, ids, limits } = deps;
  app.get(downloads.transactionsCsv(), (request, reply) =>
    sendCsv({ identify, limits }, request, reply, async (userId) => {
      const entry = {
        actorKind: "user",
        actorId: userId,
        action: "downloaded_transactions",
        objectId: userId,
      } as const;
      await db.transaction({ owner: userId }, (tx) => writeAudit(tx, ids, entry));
      const read = (after: Cursor | undefined, most: number) => readRows(db, userId, after, most);
      return ok({ name: "transactions", head, read });
    }),
  );
}

async function readRows(db: Database, userId: string, after: Cursor | undefined, most: number) {
  const moves = await readMoves(db, userId, after, most);
  const last = moves.at(-1);
  return {
    rows: moves.map(({ at, label, kind, minor, currency, successful }) => [
      csvTime(at),
      label,
      typeWords[kind],
      textFromMinor(minor),
      currency,
      successful ? "Successful" : "Not successful",
    ]),
    last: last && { at: last.at_text, id: last.id },
  };
}
