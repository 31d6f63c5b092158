import type pg from "pg";

const count = (rows: string) => `(select count(*)::int from (${rows}) found)`;
/** Paid purchases of the load's wallets, of the product and of the reference. */
const paid = `(select p.* from purchases p join users u on u.id = p.owner_id where u.email like 'load-%' and p.state <> 'initiated')`;

const query = `select
  ${count(`select a.id from ledger_accounts a join users u on u.id = a.owner_id left join (
      select account, sum(minor) as sum from (
        select to_account as account, amount_minor as minor from ledger_transfers
        union all select from_account, -amount_minor from ledger_transfers) moved group by account) m on m.account = a.id
    where u.email like 'load-%' and a.balance_minor <> coalesce(m.sum, 0)`)} as "wallets that differ from their transfers",
  ${count(`select p.id from ${paid} p left join ledger_transfers t on t.key = 'purchase:' || p.id
    group by p.id, p.total_minor having count(t.id) <> 2 or sum(t.amount_minor) <> p.total_minor`)} as "purchases not charged once",
  ${count(`select t.id from ledger_transfers t join purchases p on t.key = 'purchase:' || p.id join users u on u.id = p.owner_id
    where u.email like 'load-%' and p.state = 'initiated'`)} as "charges without a payment",
  ${count(`select p.id from ${paid} p join purchase_items i on i.purchase_id = p.id
    left join graphile_worker.jobs j on j.key = 'look_up:' || i.id group by p.id having count(j.id) <> 1`)} as "purchases without one job",
  ${count(`select p.id from ${paid} p left join audit_log l on l.object_id = p.id and l.action = 'paid_from_wallet'
    group by p.id having count(l.id) <> 1`)} as "purchases without one audit row",
  ${count(`select p.owner_id from (select owner_id, count(*) from ${paid} p group by 1) p (owner_id, paid) left join (
      select owner_id, count(*) from idempotency_keys where status = 200 group by 1) k (owner_id, stored) on k.owner_id = p.owner_id
    where p.paid <> coalesce(k.stored, 0)`)} as "accounts without one stored response for each payment"`;

/**
 * Checks that every payment has two transfers, one job, one audit row and one stored response, and that each wallet is the sum of its
 * transfers. Only while no job runs. @returns what is wrong, in words
 */
export async function findWrongPayments(database: pg.Pool): Promise<readonly string[]> {
  await database.query("analyze"); // a killed database has lost its statistics
  const { rows } = await database.query<Record<string, number>>(query);
  return Object.entries(rows[0] ?? {}).flatMap(([what, number]) => (number > 0 ? `${number} ${what}` : []));
}
