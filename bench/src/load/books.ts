import type pg from "pg";
import * as z from "zod/mini";

/** What must be nothing after every run: see `sql`, whose columns it names. */
const finding = z.object({
  drifted: z.number(),
  notCharged: z.number(),
  chargedUnpaid: z.number(),
  notOneJob: z.number(),
  notOneNote: z.number(),
  notOneKey: z.number(),
});

const count = (of: string) => `(select count(*)::int from (${of}) found)`;
/** Purchases of the load's wallets, whoever paid them: the product or the reference. */
const paid = `(select p.* from purchases p join users u on u.id = p.owner_id where u.email like 'load-%' and p.state <> 'initiated')`;

const sql = `select
  ${count(`select a.id from ledger_accounts a join users u on u.id = a.owner_id left join (
      select account, sum(minor) as sum from (
        select to_account as account, amount_minor as minor from ledger_transfers
        union all select from_account, -amount_minor from ledger_transfers) moved group by account) m on m.account = a.id
    where u.email like 'load-%' and a.balance_minor <> coalesce(m.sum, 0)`)} as drifted,
  ${count(`select p.id from ${paid} p left join ledger_transfers t on t.key = 'purchase:' || p.id
    group by p.id, p.total_minor having count(t.id) <> 2 or sum(t.amount_minor) <> p.total_minor`)} as "notCharged",
  ${count(`select t.id from ledger_transfers t join purchases p on t.key = 'purchase:' || p.id join users u on u.id = p.owner_id
    where u.email like 'load-%' and p.state = 'initiated'`)} as "chargedUnpaid",
  ${count(`select p.id from ${paid} p join purchase_items i on i.purchase_id = p.id
    left join graphile_worker._private_jobs j on j.key = 'look_up:' || i.id group by p.id having count(j.id) <> 1`)} as "notOneJob",
  ${count(`select p.id from ${paid} p left join audit_log l on l.object_id = p.id and l.action = 'paid_from_wallet'
    group by p.id having count(l.id) <> 1`)} as "notOneNote",
  ${count(`select p.owner_id from (select owner_id, count(*) from ${paid} p group by 1) p (owner_id, paid) left join (
      select owner_id, count(*) from idempotency_keys where status = 200 group by 1) k (owner_id, kept) on k.owner_id = p.owner_id
    where p.paid <> coalesce(k.kept, 0)`)} as "notOneKey"`;

/**
 * Looks whether every payment that was made is whole: two legs of one key, one job, one audit row, one kept answer; and whether each
 * wallet holds what its transfers say. Only while no job runs. @returns what is not so, in words
 */
export async function wrongInBooks(owner: pg.Pool): Promise<readonly string[]> {
  await owner.query("analyze"); // a database that was killed has forgotten how much it holds
  const { rows } = await owner.query(sql);
  const found = Object.entries(finding.parse(rows[0])).filter(([, many]) => many > 0);
  return found.map(([what, many]) => `${what}: ${many}`);
}
