import { consentStates } from "@idanimo/contract/consent";
import { itemStates, paymentStates, purchaseStates } from "@idanimo/contract/verification-states";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { webhookDeliveryStates } from "@idanimo/contract/developers/webhooks";
import { webhookDeliveryTransitions } from "../modules/developers/webhooks/states.ts";
import { consentTransitions } from "../modules/consent/states.ts";
import { messageStates, messageTransitions } from "../modules/notifications/states.ts";
import { paymentTransitions } from "../modules/payments/states.ts";
import { itemTransitions, purchaseTransitions } from "../modules/purchases/states.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { createOrganisation } from "../testing/organisation-steps.ts";
import { createWebhookEndpoint } from "../testing/webhook-steps.ts";

/**
 * A state machine: its states, its transitions in the program, its table, and what else a row must have in a state.
 */
type Life = {
  readonly states: readonly string[];
  readonly table: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;
  readonly rows: string;
  readonly first: string | undefined;
  readonly besides: (state: string) => string;
};
const now = "now()";
const lives: Readonly<Record<string, Life>> = {
  purchase: {
    states: purchaseStates,
    table: purchaseTransitions,
    rows: "purchases",
    first: "initiated",
    besides: (state) =>
      state === "paid" || state === "completed"
        ? `paid_at = ${now}, payment_type = 'WALLET'`
        : "paid_at = null, payment_type = null",
  },
  item: {
    states: itemStates,
    table: itemTransitions,
    rows: "purchase_items",
    first: "priced",
    besides: (state) => `outcome = ${state === "closed" ? "'DELIVERED'" : "null"}`,
  },
  payment: {
    states: paymentStates,
    table: paymentTransitions,
    rows: "payments",
    first: "initiated",
    besides: () => "link = null",
  },
  consent: {
    states: consentStates,
    table: consentTransitions,
    rows: "consents",
    first: "initiate",
    besides: (state) =>
      `asked_at = ${now}, deadline = ${now}, decided_at = ${now}, expires_at = ${now}${state === "granted" ? ", parts_granted = parts_required" : ""}`,
  },
  message: {
    states: messageStates,
    table: messageTransitions,
    rows: "outbox_messages",
    first: undefined,
    besides: () => "attempts = 1",
  },
  webhook_delivery: {
    states: webhookDeliveryStates,
    table: webhookDeliveryTransitions,
    rows: "webhook_deliveries",
    first: undefined,
    besides: (state) => `next_attempt_at = ${state === "pending" ? now : "null"}`,
  },
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const user = await app.user({ NGN: 1_000_00n });
  const { sessionCode, transactionID, amount } = await app.purchase(user);
  await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  await app.drainQueue(); // leaves a row of every state machine
  await app.startPayment(user, { currency: "NGN", minor: 1_000_00n });
  const owner = await createOrganisation(app);
  const { id } = await createWebhookEndpoint(owner, "http://127.0.0.1:1/");
  await owner.post(`/developers/webhooks/${id}/test`, {});
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const movesOf = (life: Life) =>
  life.states.flatMap((from) =>
    life.states.filter((to) => Object.values(life.table[from] ?? {}).includes(to)).map((to) => `${from} > ${to}`),
  );

/** Whether the database lets its owner change a row from one state to another; rolls back. */
async function lets(life: Life, from: string, to: string): Promise<boolean> {
  const client = await app.owner.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ key: string }>(`select ctid::text as key from ${life.rows} limit 1`);
    await client.query("set local session_replication_role = replica"); // to set any state at all
    const stood = await client.query<{ key: string }>(
      `update ${life.rows} set state = '${from}', ${life.besides(from)} where ctid = $1::tid returning ctid::text as key`,
      [rows[0]?.key],
    );
    await client.query("set local session_replication_role = origin");
    const moved = await client.query(
      `update ${life.rows} set state = '${to}', ${life.besides(to)} where ctid = $1::tid`,
      [stood.rows[0]?.key],
    );
    return moved.rowCount === 1;
  } catch (error) {
    if ((error as { code?: string }).code !== "23514") throw error;
    return false;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe.each(Object.entries(lives))("the state machine of a %s [R-09]", (name, life) => {
  test("follows the same events in the program and in the database", async () => {
    const cells = Object.entries(life.table).flatMap(([from, row]) =>
      Object.entries(row).map(([event, to]) => ({ from, event, to })),
    );
    const events = [...new Set(cells.map(({ event }) => event))];
    const { rows } = await app.owner.query<{ from: string; event: string; to: string }>(
      `select f as "from", e as event, next_state($1, f, e) as "to" from unnest($2::text[]) f, unnest($3::text[]) e
       where next_state($1, f, e) is not null`,
      [name, life.states, events],
    );
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set(cells.map((cell) => JSON.stringify(cell))));
  });

  test("allows its transitions and no other, for every role", async () => {
    const allowed: string[] = [];
    for (const from of life.states)
      for (const to of life.states) if (from !== to && (await lets(life, from, to))) allowed.push(`${from} > ${to}`);
    expect(allowed).toEqual(movesOf(life));
  });

  test("has the contract's states in its check constraint", async () => {
    const { rows } = await app.owner.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint
       where conrelid = '${life.rows}'::regclass and contype = 'c' and conkey = (
         select array[attnum] from pg_attribute where attrelid = '${life.rows}'::regclass and attname = 'state')`,
    );
    const named = [...(rows[0]?.text ?? "").matchAll(/'(\w+)'::text/g)].map((match) => match[1]);
    expect(new Set(named)).toEqual(new Set(life.states));
  });

  test.runIf(life.first)("starts in its first state only", async () => {
    const { rows } = await app.owner.query<{ names: string }>(
      "select string_agg(column_name, ', ') as names from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
      [life.rows],
    );
    const names = rows[0]?.names ?? "";
    for (const state of life.states.filter((other) => other !== life.first)) {
      const copied = app.owner.query(
        `insert into ${life.rows} (${names}) select ${names} from jsonb_populate_record(null::${life.rows},
         (select to_jsonb(one) || '{"state": "${state}"}' from ${life.rows} one limit 1))`,
      );
      await expect(copied).rejects.toThrow(`must start as ${life.first ?? ""}, not as ${state}`);
    }
  });
});
