import { randomUUID } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { type Database, intOf, textOf, optionalTextOf } from "../kernel/database.ts";

/** One lookup, and whether it was billed. */
type Lookup = {
  readonly product: string;
  readonly number: string;
  /** The product's own id of its request, where it sent one. */
  readonly customerReference: string | undefined;
  /** Undefined if the call ended without a response. */
  readonly responseCode: string | undefined;
  readonly billed: boolean;
};

export type LookupLog = ReturnType<typeof createLookupLog>;

export function createLookupLog(database: Database, clock: Clock) {
  return {
    /** Returns the lookup's reference. */
    record({ product, number, customerReference, responseCode, billed }: Lookup): string {
      const reference = randomUUID();
      database.insert("lookups", {
        reference,
        product,
        number,
        customer_reference: customerReference ?? null,
        response_code: responseCode ?? null,
        billed: billed ? 1 : 0,
        at: clock.now(),
      });
      return reference;
    },

    byReference(reference: string) {
      const row = database.one("select * from lookups where reference = ?", reference);
      return row && { responseCode: optionalTextOf(row, "response_code"), billed: intOf(row, "billed") === 1 };
    },

    /** Counts a call for a number that is rejected twice before it succeeds; deletes the count then. */
    countRejectedAttempt(product: string, number: string, refusals: number): boolean {
      const row = database.one("select tries from tries where product = ? and number = ?", product, number);
      const attempts = intOf(row, "tries");
      if (attempts >= refusals) {
        database.run("delete from tries where product = ? and number = ?", product, number);
        return false;
      }
      const sql = `insert into tries (product, number, tries) values (?, ?, 1)
        on conflict (product, number) do update set tries = tries + 1`;
      database.run(sql, product, number);
      return true;
    },

    /** How often each number was requested and billed. */
    byNumber: () =>
      database
        .all(
          `select product, number, count(*) as asked, sum(billed) as billed from lookups
           group by product, number order by max(at) desc`,
        )
        .map((row) => ({ product: textOf(row, "product"), number: textOf(row, "number"), ...counts(row) })),

    /** The same by the product's own reference, where it sent one. */
    byCustomerReference: () =>
      database
        .all(
          `select customer_reference, count(*) as asked, sum(billed) as billed from lookups
           where customer_reference is not null group by customer_reference order by max(at) desc`,
        )
        .map((row) => ({ customerReference: textOf(row, "customer_reference"), ...counts(row) })),
  };

  function counts(row: Parameters<typeof intOf>[0]) {
    return { asked: intOf(row, "asked"), billed: intOf(row, "billed") };
  }
}
