import type { ClientBase, Pool } from "pg";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Sets what a database takes for now: so many milliseconds from the true time, which is 0, or one moment at which it stands still. */
export async function setProductClock(db: Pick<Pool | ClientBase, "query">, to: number | Date): Promise<void> {
  const now =
    typeof to === "number" ? `clock_timestamp() + interval '${to} milliseconds'` : `timestamptz '${to.toISOString()}'`;
  await db.query(
    `create or replace function product_now() returns timestamptz language sql stable parallel safe as $$ select ${now} $$`,
  );
}
