import type { Currency } from "@idanimo/contract/money";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { organisationsView, ownersView } from "../organisations/index.ts";

/** An owner of money and requests, as later modules address and name them. */
export type AccountHolder = {
  /** First and last name; of an organisation without an account of its own, its name. */
  readonly name: string;
  readonly businessName: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly activeCurrency: Currency;
};

/** Finds an owner, open or closed. @throws if there is none */
export async function findAccountHolder(tx: Tx, ownerId: string): Promise<AccountHolder> {
  const found = await sql<AccountHolder>`
    select coalesce(u.first_name || ' ' || u.last_name, g.name) as name, coalesce(u.business_name, g.name) as "businessName",
      coalesce(u.email, f.email) as email, u.phone, o.active_currency as "activeCurrency"
    from ${ownersView} o left join users u on u.id = o.id
    left join ${organisationsView} g on g.id = o.id and u.closed_at is null
    left join users f on f.id = g.first_owner_id
    where o.id = ${ownerId}`.execute(tx);
  const [holder] = found.rows;
  if (!holder) throw new Error("there is no such owner");
  return holder;
}
