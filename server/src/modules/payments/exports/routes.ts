import { Readable } from "node:stream";
import { brand } from "@idanimo/contract/brand";
import { textFromMinor } from "@idanimo/contract/money";
import { ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/reports";
import type { TransactionType } from "@idanimo/contract/wallet";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../../database/database.ts";
import type { Identify } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { csvOf, csvTime } from "../../../kernel/csv.ts";
import { writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { readMoves } from "./moves.ts";

/** Rows that are read and written together. */
const rowsAtOnce = 1_000;
const head = ["Date (Lagos)", "Transaction", "Type", "Amount", "Currency", "Outcome"];
const typeWords = {
  VERIFICATION: "Verification",
  REFUND: "Refund",
  TOPUP: "Top-up",
} as const satisfies Record<TransactionType, string>;

/** The whole transaction log to keep, written while it is read. Taking it is no activity, and leaves an audit row. */
export function transactionsCsvRoutes(app: FastifyInstance, identify: Identify, deps: PaymentDeps): void {
  const { db, ids, limits } = deps;
  const passive = { limits, identify: (token: string) => identify(token, false) };
  app.get(downloads.transactionsCsv(), (request, reply) =>
    sendDownload(passive, request, reply, "export_account", async ({ userId }) => {
      const entry = {
        actorKind: "user",
        actorId: userId,
        action: "downloaded_transactions",
        objectId: userId,
      } as const;
      await db.transaction({ owner: userId }, (tx) => writeAudit(tx, ids, entry));
      const rows = csvOf(head, (after: Cursor | undefined) => readChunk(db, userId, after));
      return ok({ name: `${brand.name}-transactions.csv`, type: "text/csv; charset=utf-8", body: Readable.from(rows) });
    }),
  );
}

async function readChunk(db: Database, userId: string, after: Cursor | undefined) {
  const moves = await readMoves(db, userId, after, rowsAtOnce);
  const last = moves.length === rowsAtOnce ? moves.at(-1) : undefined;
  return {
    rows: moves.map(({ at, label, kind, minor, currency, successful }) => [
      csvTime(at),
      label,
      typeWords[kind],
      textFromMinor(minor),
      currency,
      successful ? "Successful" : "Not successful",
    ]),
    next: last && { at: last.at_text, id: last.id },
  };
}
