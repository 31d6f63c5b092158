import { ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/reports";
import type { TransactionType } from "@idanimo/contract/wallet";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../../database/database.ts";
import type { Identify } from "../../../http/call.ts";
import { sendCsv } from "../../../http/csv-download.ts";
import type { CsvCell } from "../../../kernel/csv.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { type Move, readMoves } from "./moves.ts";

const head = ["Date (Lagos)", "Transaction", "Type", "Paid with", "Amount", "In", "Out", "Currency", "Outcome"];
const typeWords = {
  VERIFICATION: "Verification",
  REFUND: "Refund",
  TOPUP: "Top-up",
} as const satisfies Record<TransactionType, string>;
const methodWords = { WALLET: "Wallet", INSTANT: "Online payment" } as const;

/**
 * What a move put into the wallet and what it took out, as cells; both empty where it left the wallet alone, as a purchase by card
 * does. So the sums of the two columns say what the wallets gained and lost.
 */
function inAndOut({ kind, paid_with, successful, minor }: Move): readonly [into: CsvCell, out: CsvCell] {
  const amount = { minor };
  if (!successful || (kind === "VERIFICATION" && paid_with === "INSTANT")) return ["", ""];
  return kind === "VERIFICATION" ? ["", amount] : [amount, ""];
}

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
    rows: moves.map((move) => [
      move.at,
      move.label,
      typeWords[move.kind],
      move.paid_with === null ? "" : methodWords[move.paid_with],
      { minor: move.minor },
      ...inAndOut(move),
      move.currency,
      move.successful ? "Successful" : "Not successful",
    ]),
    last: last && { at: last.at_text, id: last.id },
  };
}
