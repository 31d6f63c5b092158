import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { Fleet } from "../../support/fleet.ts";
import type { WebhookBody, WebhookReceiver } from "../../support/webhook-receiver.ts";

/** One in so many events makes its transaction fail at the commit. */
const failsOneOf = 25;

/** Lets transactions with events fail at their commit, when everything is written. */
export async function forceRollbacks(database: pg.Pool): Promise<void> {
  await database.query(
    `create function fail_commit() returns trigger language plpgsql as $$
     begin
       if random() < 1.0 / ${failsOneOf} then
         raise exception 'forced rollback of %', new.id using errcode = 'serialization_failure';
       end if;
       return null;
     end $$;
     create constraint trigger fail_commit after insert on webhook_events deferrable initially deferred
       for each row execute function fail_commit()`,
  );
}

/** The ids of events that only failed transactions wrote, from the log of PostgreSQL. */
export async function findRolledBackEvents({
  folder,
  database,
}: Pick<Fleet, "folder" | "database">): Promise<readonly string[]> {
  const text = await readFile(join(folder, "postgres.log"), "utf8");
  const failed = [...text.matchAll(/forced rollback of ([0-9a-f-]{36})/g)].flatMap(([, id]) => id ?? []);
  // the event of an operator's refund has the same id when its job is repeated
  const { rows } = await database.query<{ id: string }>("select id from webhook_events where id = any ($1)", [failed]);
  const committed = new Set(rows.map(({ id }) => id));
  return failed.filter((id) => !committed.has(id));
}

/** What the tables say that happened: one row for each change that is reported, with what its event must contain. */
const changesQuery = `
  select 'request.asked' as kind, c.request_id::text as key, '{}'::jsonb as facts from consents c where c.asked_at is not null
  union all select 'request.decided', c.request_id::text,
    jsonb_build_object('decision', case when c.state = 'denied' then 'denied' else 'granted' end)
    from consents c where c.decided_at is not null
  union all select 'request.withdrawn', c.request_id::text, '{}' from consents c
    where c.decided_at is not null and c.state = 'terminated'
  union all select 'request.closed', i.id::text, jsonb_build_object('outcome', i.outcome) from purchase_items i where i.outcome is not null
  union all select 'refund.made', substring(t.key from '[0-9a-f-]{36}$'), jsonb_build_object('amount', jsonb_build_object(
      'currency', t.currency, 'amount', replace(round(sum(t.amount_minor) / 100.0, 2)::text, '.00', '')))
    from ledger_transfers t where t.key like 'refund:%' or t.key like 'adjustment:refund:%' group by t.key, t.currency
  union all select 'record.gone', r.id::text, '{}' from verification_requests r join purchase_items i on i.id = r.id
    where r.purged_at is not null and i.outcome = 'DELIVERED'
  union all select 'payment.settled', p.reference, jsonb_build_object('state', p.state) from payments p where p.settled_at is not null
  union all select 'key.warning', k.id::text, '{"reason": "network_new"}' from api_keys k where k.last_used_block is not null`;

const eventsQuery = `
  select id, kind, coalesce(body -> 'data' ->> 'requestId', body -> 'data' ->> 'reference', body -> 'data' ->> 'keyId') as key, body from webhook_events`;

type Change = { readonly kind: string; readonly key: string; readonly facts: Readonly<Record<string, unknown>> };
type EventRow = {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly body: WebhookBody;
};

/** Compares the changes in the tables with the events, and the events with what the receiver got. */
export async function compareWebhooks(
  { database }: Pick<Fleet, "database">,
  receiver: WebhookReceiver,
  endpoints: Readonly<Record<string, readonly string[]>>,
) {
  const { rows: changes } = await database.query<Change>(changesQuery);
  const { rows: events } = await database.query<EventRow>(eventsQuery);
  const nameOf = ({ kind, key }: Pick<Change, "kind" | "key">) => `${kind} of ${key}`;
  const byChange = Map.groupBy(events, nameOf);
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const change of changes) {
    const [event, ...more] = byChange.get(nameOf(change)) ?? [];
    if (more.length > 0) wrong.push(`${nameOf(change)} has ${more.length + 1} events`);
    if (!event) lost.push(nameOf(change));
    for (const [name, value] of Object.entries(event ? change.facts : {}))
      if (!isDeepStrictEqual(event?.body.data[name], value))
        wrong.push(`${nameOf(change)} reports ${JSON.stringify(event?.body.data[name])}, not ${JSON.stringify(value)}`);
    byChange.delete(nameOf(change));
  }
  for (const name of byChange.keys()) wrong.push(`${name} did not happen`);
  const known = new Map(events.map((event) => [event.id, event]));
  let deliveries = 0;
  for (const [endpoint, kinds] of Object.entries(endpoints)) {
    const received = receiver.received(endpoint);
    deliveries += received.size;
    for (const event of events)
      if (kinds.includes(event.kind) && !received.has(event.id)) lost.push(`${nameOf(event)} at ${endpoint}`);
    for (const [id, { type, data }] of received) {
      const event = known.get(id);
      if (!event) wrong.push(`${id} (${type}) was delivered and does not exist`);
      else if (!isDeepStrictEqual({ type, data }, { type: event.kind, data: event.body.data }))
        wrong.push(`${nameOf(event)} was delivered with another body`);
    }
  }
  return { changes: changes.length, deliveries, lost, wrong: wrong.slice(0, 10) };
}
