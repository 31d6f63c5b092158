import { brand } from "@idanimo/contract/brand";
import type { Currency } from "@idanimo/contract/money";
import { ok, type Result } from "@idanimo/contract/problems";
import type { Database } from "../../../database/database.ts";
import { drawDocument } from "../../../documents/index.ts";
import type { Download } from "../../../http/download.ts";
import { movementsMost, type Period, readPeriod, tooMany } from "./period.ts";
import { statementOf } from "./statement.ts";
import { findHolder, readMovements } from "./store.ts";

/** The statement of one of this user's wallets over some days, as PDF. */
export async function readStatement(
  db: Database,
  ownerId: string,
  currency: Currency,
  asked: Period,
): Promise<Result<Download, "bad_input">> {
  const { now, ...holder } = await db.transaction({ owner: ownerId }, (tx) => findHolder(tx, ownerId));
  const period = readPeriod(asked, now);
  if (!period.ok) return period;
  const read = await db.transaction({ owner: ownerId }, (tx) =>
    readMovements(tx, ownerId, currency, period.value, movementsMost),
  );
  if (read.movements.length > movementsMost) return tooMany;
  const paper = statementOf({ holder, currency, period: period.value, madeAt: now, ...read });
  const body = await drawDocument(paper, now);
  const { from, to } = period.value;
  return ok({ name: `${brand.name}-statement-${currency}-${from}-${to}.pdf`, type: "application/pdf", body });
}
