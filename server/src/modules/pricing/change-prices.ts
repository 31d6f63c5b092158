import { formatDateTimeShort } from "@idanimo/contract/date-format";
import { formatMinor } from "@idanimo/contract/money";
import type { PriceItem, PriceItemName } from "@idanimo/contract/price-items";
import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { writeAudit } from "../audit/index.ts";
import {
  insertPrice,
  insertRate,
  isPast,
  lockPriceChanges,
  findPriceHistory,
  findRateHistory,
} from "./price-history.ts";
import { applyPriceChange, hasPrice, isPlausibleRateChange, type PriceChange } from "./rules.ts";

/**
 * Price changes by an operator: each adds a new row with its author, and an audit row. Purchases keep their frozen
 * price.
 */

type ChangeTiming = {
  /** When the change takes effect; undefined for now. */
  readonly from: Date | undefined;
  /** The operator who makes the change. */
  readonly by: string;
  /** The id of the operator who is signed in; undefined in the terminal. */
  readonly actorId?: string;
};
/** Why nothing was changed. */
export type PriceChangeRejection =
  | "begins_in_the_past"
  | "begins_with_another"
  | "costs_nothing"
  | "too_far"
  | "changes_nothing";
type ChangeResult<Value> = { readonly before: Value; readonly after: Value } | PriceChangeRejection;

/** The row in effect at an instant, or now without one. Rows come newest first. */
function findRowAt<Row extends { readonly from: Date; readonly isCurrent: boolean }>(
  rows: readonly Row[],
  instant: Date | undefined,
): Row | undefined {
  return instant ? rows.find((row) => row.from <= instant) : rows.find((row) => row.isCurrent);
}

async function checkStart(
  tx: Tx,
  rows: readonly { readonly from: Date }[],
  instant: Date | undefined,
): Promise<PriceChangeRejection | undefined> {
  if (!instant) return undefined;
  if (await isPast(tx, instant)) return "begins_in_the_past";
  return rows.some((row) => row.from.getTime() === instant.getTime()) ? "begins_with_another" : undefined;
}

/** What a change of some amounts of one item would do; locks further changes. */
export async function planPrice(
  tx: Tx,
  name: PriceItemName,
  to: PriceChange,
  from: Date | undefined,
): Promise<ChangeResult<PriceItem>> {
  await lockPriceChanges(tx);
  const rows = (await findPriceHistory(tx)).filter((row) => row.name === name);
  const rejection = await checkStart(tx, rows, from);
  if (rejection) return rejection;
  const before = findRowAt(rows, from)?.item;
  if (!before) throw new Error("the price list is incomplete");
  const after = applyPriceChange(before, to);
  if (!hasPrice(after)) return "costs_nothing";
  if (formatAmounts(before) === formatAmounts(after)) return "changes_nothing";
  return { before, after };
}

/** Changes some amounts of one item; the others stay as they are at that time. */
export async function changePrice(
  tx: Tx,
  ids: IdSource,
  name: PriceItemName,
  to: PriceChange,
  { from, by, actorId }: ChangeTiming,
): Promise<ChangeResult<PriceItem>> {
  const change = await planPrice(tx, name, to, from);
  if (typeof change === "string") return change;
  await insertPrice(tx, { name, item: change.after, from, by });
  const reason = `${name} ${formatAmounts(change.after)}${formatStart(from)}`;
  await writeAudit(tx, ids, { ...authorOf(by, actorId, reason), action: "price_changed" });
  return change;
}

/** The operator's id in the row, or the name typed in the terminal in its reason. */
const authorOf = (by: string, actorId: string | undefined, reason: string) =>
  actorId === undefined
    ? { actorKind: "operator" as const, reason: `${by}: ${reason}` }
    : { actorKind: "operator" as const, actorId, reason };

/** What a change of the dollar rate would do; locks further changes. */
export async function planRate(tx: Tx, rate: bigint, from: Date | undefined): Promise<ChangeResult<bigint>> {
  await lockPriceChanges(tx);
  const rows = await findRateHistory(tx);
  const rejection = await checkStart(tx, rows, from);
  if (rejection) return rejection;
  const before = findRowAt(rows, from)?.rate;
  if (before === undefined) throw new Error("the price list is incomplete");
  if (rate === before) return "changes_nothing";
  if (!isPlausibleRateChange(before, rate)) return "too_far";
  return { before, after: rate };
}

/**
 * Changes the dollar rate, by at most a tenth at a time. [T-29]
 * @param rate kobo per dollar
 */
export async function changeRate(
  tx: Tx,
  ids: IdSource,
  rate: bigint,
  { from, by, actorId }: ChangeTiming,
): Promise<ChangeResult<bigint>> {
  const change = await planRate(tx, rate, from);
  if (typeof change === "string") return change;
  await insertRate(tx, { rate, from, by });
  const reason = `${formatMinor(change.before)} > ${formatMinor(rate)}${formatStart(from)}`;
  await writeAudit(tx, ids, { ...authorOf(by, actorId, reason), action: "rate_changed" });
  return change;
}

const formatStart = (from: Date | undefined) => (from ? ` from ${formatDateTimeShort(from)}` : "");

/** All amounts of an item in one short text: naira, then dollars. */
function formatAmounts({ price, vat, serviceFee, processingFee }: PriceItem): string {
  const naira = [price.NGN, vat.NGN, serviceFee.NGN, processingFee];
  const dollars = [price.USD, vat.USD, serviceFee.USD];
  return [naira, dollars].map((amounts) => amounts.map((minor) => formatMinor(minor)).join("/")).join(" ");
}
