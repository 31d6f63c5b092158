import { openingPrices, openingRate, priceItems } from "@idanimo/contract/price-items";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { priceColumnsOf } from "./store.ts";

/** Start of the opening prices. Constant, so that two processes cannot both insert them. */
const openedAt = new Date("2026-01-01T00:00:00Z");
const changedBy = "opening prices";

/**
 * Inserts the opening price of every item without a price, and the opening rate if there is none. Runs at each start:
 * a release with a new item brings its price. A later change by an operator stays.
 */
export async function seedPrices(db: Database): Promise<void> {
  const rows = priceItems.map((item) => ({
    item,
    valid_from: openedAt,
    ...priceColumnsOf(openingPrices[item]),
    changed_by: changedBy,
  }));
  await db.transaction("system", async (tx) => {
    const priced = await tx.selectFrom("price_items").select("item").distinct().execute();
    const missing = rows.filter(({ item }) => !priced.some((row) => row.item === item));
    if (missing.length > 0)
      await tx
        .insertInto("price_items")
        .values(missing)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await sql`insert into exchange_rates (valid_from, kobo_per_dollar, changed_by)
      select ${openedAt}::timestamptz, ${openingRate}::bigint, ${changedBy}
      where not exists (select from exchange_rates) on conflict do nothing`.execute(tx);
  });
}
