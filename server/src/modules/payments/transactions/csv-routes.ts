import { ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/downloads";
import type { TransactionType } from "@idanimo/contract/wallet";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance } from "fastify";
import { type Actor, type Authenticate, scopeOf } from "../../../http/call.ts";
import { sendCsv } from "../../../http/csv-download.ts";
import type { CsvCell } from "../../../kernel/csv.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { readLog } from "./read-log.ts";
import type { TransactionRow } from "./store.ts";

const csvHeader = [
  "Date (Lagos)",
  "Transaction",
  "Type",
  "Paid with",
  "Amount",
  "In",
  "Out",
  "Currency",
  "Outcome",
  "What",
  "Label",
];
const typeLabels = {
  VERIFICATION: "Verification",
  REFUND: "Refund",
  TOPUP: "Top-up",
} as const satisfies Record<TransactionType, string>;
const methodLabels = { WALLET: "Wallet", INSTANT: "Online payment" } as const;

/**
 * The CSV cells for money into and out of the wallet. Both are empty for a purchase by card, so that the sums of
 * the two columns match the wallets.
 */
function walletInAndOut({
  kind,
  paid_with,
  successful,
  minor,
}: TransactionRow): readonly [into: CsvCell, out: CsvCell] {
  const amount = { minor };
  if (!successful || (kind === "VERIFICATION" && paid_with === "INSTANT")) return ["", ""];
  return kind === "VERIFICATION" ? ["", amount] : [amount, ""];
}

/** Route to download the complete transaction log as CSV; writes an audit row. */
export function transactionsCsvRoutes(app: FastifyInstance, identify: Authenticate, deps: PaymentDeps): void {
  const { db, ids, limits } = deps;
  app.get(downloads.transactionsCsv(), (request, reply) =>
    sendCsv({ identify, limits }, request, reply, nonJsonCalls.transactionsCsv.right, async (caller) => {
      const entry = {
        actorKind: "user",
        actorId: caller.userId,
        action: "downloaded_transactions",
        objectId: caller.ownerId,
      } as const;
      await db.transaction(scopeOf(caller), (tx) => writeAudit(tx, ids, entry));
      const read = (after: Cursor | undefined, most: number) => readRows(deps, caller, after, most);
      const header = caller.member === null ? csvHeader : [...csvHeader, "Member"];
      return ok({ name: "transactions", header, read });
    }),
  );
}

async function readRows(deps: PaymentDeps, actor: Actor, after: Cursor | undefined, most: number) {
  const transactions = await readLog(deps, actor, { after, most }, {}, false);
  const last = transactions.at(-1);
  return {
    rows: transactions.map((move) => [
      move.at,
      move.reference,
      typeLabels[move.kind],
      move.paid_with === null ? "" : methodLabels[move.paid_with],
      { minor: move.minor },
      ...walletInAndOut(move),
      move.currency,
      move.successful ? "Successful" : "Not successful",
      move.what.join(", "),
      move.label ?? "",
      ...(actor.member === null ? [] : [move.member?.name ?? ""]),
    ]),
    last: last && { at: last.at_text, id: last.id },
  };
}
