import { isPriceItem, type PriceItem, type PriceItemName, priceItems } from "@idanimo/contract/price-items";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import { priceColumnsOf, toPriceItem } from "./store.ts";

/**
 * Prices and rates with their past and planned versions. A row is never changed: the newest one that has begun is
 * in effect.
 */

export type PriceVersion = {
  readonly name: PriceItemName;
  readonly from: Date;
  /** Whether it is in effect now; of the others, older ones are past and newer ones planned. */
  readonly isCurrent: boolean;
  readonly item: PriceItem;
  readonly by: string;
};
export type RateVersion = {
  readonly from: Date;
  readonly isCurrent: boolean;
  /** Kobo per dollar. */
  readonly rate: bigint;
  readonly by: string;
};

/** All past, current and planned prices, in the order of the price list, newest first. */
export async function findPriceHistory(tx: Tx): Promise<readonly PriceVersion[]> {
  const rows = await tx
    .selectFrom("price_items as p")
    .selectAll()
    .select(
      sql<boolean>`valid_from = (select max(valid_from) from price_items o
        where o.item = p.item and o.valid_from <= product_now())`.as("counts"),
    )
    .orderBy("valid_from", "desc")
    .execute();
  const versions = rows.flatMap((row) =>
    isPriceItem(row.item)
      ? [{ name: row.item, from: row.valid_from, isCurrent: row.counts, item: toPriceItem(row), by: row.changed_by }]
      : [],
  );
  return versions.sort((one, other) => priceItems.indexOf(one.name) - priceItems.indexOf(other.name));
}

/** All past, current and planned rates, newest first. */
export async function findRateHistory(tx: Tx): Promise<readonly RateVersion[]> {
  const rows = await tx
    .selectFrom("exchange_rates")
    .selectAll()
    .select(
      sql<boolean>`valid_from = (select max(valid_from) from exchange_rates where valid_from <= product_now())`.as(
        "counts",
      ),
    )
    .orderBy("valid_from", "desc")
    .execute();
  return rows.map((row) => ({
    from: row.valid_from,
    isCurrent: row.counts,
    rate: row.kobo_per_dollar,
    by: row.changed_by,
  }));
}

/** Serialises price changes until the transaction ends, so that concurrent ones do not overwrite each other. */
export async function lockPriceChanges(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7201, 2)`.execute(tx);
}

export async function isPast(tx: Tx, instant: Date): Promise<boolean> {
  const found = await sql<{ past: boolean }>`select ${instant}::timestamptz < product_now() as past`.execute(tx);
  return found.rows[0]?.past ?? true;
}

/** Inserts a price that takes effect at an instant, or now. */
export async function insertPrice(
  tx: Tx,
  made: {
    readonly name: PriceItemName;
    readonly item: PriceItem;
    readonly from: Date | undefined;
    readonly by: string;
  },
): Promise<void> {
  await tx
    .insertInto("price_items")
    .values({
      item: made.name,
      valid_from: made.from ?? productNow,
      ...priceColumnsOf(made.item),
      changed_by: made.by,
    })
    .execute();
}

/** Inserts a rate that takes effect at an instant, or now. */
export async function insertRate(
  tx: Tx,
  made: { readonly rate: bigint; readonly from: Date | undefined; readonly by: string },
): Promise<void> {
  await tx
    .insertInto("exchange_rates")
    .values({ kobo_per_dollar: made.rate, valid_from: made.from ?? productNow, changed_by: made.by })
    .execute();
}
