import type pg from "pg";
import { fillHistory } from "./history-rows.ts";

/** The rows of an operator console after a year: requests, and what operators list besides them. */

/** One account of so many has the requests and payments of a large customer. */
const ownEvery = 5;
const rowsOf = {
  payments: (requests: number) => requests / 5,
  messages: (requests: number) => requests / 5,
  // of which one of ten is open
  cases: (requests: number) => requests / 100,
};

/** An act that few rows of the audit log have. */
export const rareAct = "operator_added";

/**
 * Fills a database whose programs are stopped. The audit log has as many rows as there are requests.
 * @param requests number of requests; the other lists are in proportion to it
 */
export async function fillConsole(
  database: pg.Pool,
  { accountId, operatorId, requests }: { accountId: string; operatorId: string; requests: number },
): Promise<void> {
  await fillHistory(database, accountId, { rows: requests, ownEvery });
  const client = await database.connect();
  try {
    await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
    const insert = (text: string, rows: number, ...values: string[]) =>
      client.query(text, [Math.ceil(rows), ...values]);
    await insert(paymentsQuery, rowsOf.payments(requests), accountId);
    await insert(messagesQuery, rowsOf.messages(requests));
    await insert(auditQuery, requests, operatorId);
    await insert(attemptsQuery, requests);
    for (const text of [casesQuery, grievancesQuery, approvalsQuery, refundsQuery, differencesQuery])
      await insert(text, rowsOf.cases(requests), operatorId);
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    client.release(true); // with the settings of this session
  }
}

const atOf = (n: string) => `now() - (($1::int - ${n})::float8 / $1) * interval '365 days'`;
const paymentsQuery = `
  insert into payments (id, reference, owner_id, purpose, currency, amount_minor, state, provider, provider_id, created_at, ends_at, settled_at,
    quarantined_minor)
  select gen_random_uuid(), 'EA2' || lpad(n::text, 13, '0'), case when n % ${ownEvery} = 0 then $2::uuid else lpad(to_hex(n % 4000), 32, '0')::uuid end,
    'TOPUP', 'NGN', 500000, state, 'flutterwave', 'made-' || n, at, at + interval '1 hour', case when state = 'succeeded' then at end,
    case when n % 1000 = 7 then 100 end
  from generate_series(1, $1::int) n, lateral (select ${atOf("n")} as at,
    case when n % 1000 = 7 or n % 20 = 3 then 'failed' when n % 5000 = 1 then 'initiated' else 'succeeded' end as state) made`;
const messagesQuery = `
  insert into outbox_messages (id, channel, kind, key_id, state, created_at, state_changed_at)
  select gen_random_uuid(), 'mail', 'receipt', gen_random_uuid(), case when n % 5000 = 1 then 'failed' else 'sent' end, at, at
  from generate_series(1, $1::int) n, lateral (select ${atOf("n")} as at) made`;
const auditQuery = `
  insert into audit_log (id, at, actor_kind, actor_id, action, object_id, reason)
  select gen_random_uuid(), ${atOf("n")}, case when n % 100 = 0 then 'operator' else 'user' end,
    case when n % 50000 = 0 then $2::uuid else lpad(to_hex(n % 4000), 32, '0')::uuid end,
    case when n % 20000 = 0 then '${rareAct}' when n % 3 = 0 then 'signed_in' else 'made_purchase' end, lpad(to_hex(n), 32, '0')::uuid, ''
  from generate_series(1, $1::int) n`;
const attemptsQuery = `
  insert into lookup_attempts (id, request_id, provider, started_at, finished_at, result)
  select gen_random_uuid(), lpad(to_hex(n), 32, '0')::uuid, (array['prembly', 'mono', 'dojah', 'vinaudit'])[1 + n % 4], at, at + interval '1 second', 'found'
  from generate_series(1, $1::int) n, lateral (select ${atOf("n")} as at) made`;
const casesQuery = `
  insert into cases (id, kind, object_id, detail, opened_at, due_at, closed_at, closed_by)
  select gen_random_uuid(), 'reconciliation', gen_random_uuid(), 'made', at, at + interval '5 days', case when n % 10 > 0 then at end, case when n % 10 > 0 then 'made' end
  from generate_series(1, $1::int) n, lateral (select ${atOf("n")} as at, $2::uuid) made`;
const grievancesQuery = `
  insert into subject_cases (id, reference, kind, opened_at, due_at, answered_at, answered_by)
  select gen_random_uuid(), 'ID-' || lpad(upper(to_hex(n)), 6, '0'), 'grievance', at, at + interval '30 days', case when n % 10 > 0 then at end,
    case when n % 10 > 0 then 'made' end
  from generate_series(1, $1::int) n, lateral (select ${atOf("n")} as at, $2::uuid) made`;
const approvalsQuery = `
  insert into approvals (id, scope, kind, object_id, facts, facts_hash, requested_by, reason, state, requested_at, expires_at, decided_by, decided_at)
  select gen_random_uuid(), 'operator', 'refund', gen_random_uuid(), '{"currency": "NGN", "minor": "58800"}', sha256(n::text::bytea), $2::uuid, 'made',
    case when n % 1000 = 0 then 'pending' else 'approved' end, at, at + interval '3 days', case when n % 1000 > 0 then gen_random_uuid() end,
    case when n % 1000 > 0 then at end
  from generate_series(1, $1::int) n, lateral (select ${atOf("n")} as at) made`;
const refundsQuery = `
  insert into operator_refunds (id, item_id, owner_id, currency, amount_minor, reason, asked_by, asked_at, confirmed_by, confirmed_at)
  select gen_random_uuid(), gen_random_uuid(), lpad(to_hex(n % 4000), 32, '0')::uuid, 'NGN', 58800, 'made', 'Ada', at, 'Bola', at
  from generate_series(1, $1::int) n, lateral (select ${atOf("n")} as at, $2::uuid) made`;
const differencesQuery = `
  insert into reconciliation_differences (id, provider, kind, identity, day, found_at, seen_at, cleared_at)
  select gen_random_uuid(), 'flutterwave', 'unknown_here', 'made-' || n, at::date, at, at, case when n % 10 > 0 then at end
  from generate_series(1, $1::int) n, lateral (select ${atOf("n")} as at, $2::uuid) made`;
