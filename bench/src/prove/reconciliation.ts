import { setTimeout as sleep } from "node:timers/promises";
import { type Chance, chanceOf } from "../chance.ts";
import { type Client, signIn } from "../client.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { dayMs, setProductClock } from "../product-clock.ts";
import { changeBooks, forEach, pay, payElsewhere, sendBack, silence, standing, start } from "./parts/card-payer.ts";
import { accountsOf } from "./parts/shop.ts";
import { prove } from "./proof.ts";

/**
 * R-05 on both sides: the provider's books are made to differ from ours in every way they can. The nightly comparison must find each
 * difference once, open one case for it, and find nothing else; what nobody told us of must be settled; what comes late must be noted.
 */

/** What is planted, and what the comparison must call it. */
const plants = {
  hidden: "missing_there",
  late: "missing_there",
  amount: "other_amount",
  currency: "other_currency",
  failed: "other_state",
  double: "twice",
  stranger: "unknown_here",
  sent_back: "refunded_there",
  unheard: "not_counted",
} as const;
type Plant = keyof typeof plants;
const kinds: readonly [Plant, ...Plant[]] = [
  "hidden",
  "late",
  "amount",
  "currency",
  "failed",
  "double",
  "stranger",
  "sent_back",
  "unheard",
];
type Planted = { readonly plant: Plant; readonly reference: string; readonly their: string };

/** Makes one difference. */
async function plantOne(sandbox: string, client: Client, plant: Plant, chance: Chance): Promise<Planted> {
  if (plant === "stranger") {
    const reference = `SHOP-${chance.digits(12)}`;
    await payElsewhere(sandbox, reference);
    return { plant, reference, their: await changeBooks(sandbox, reference, "show") };
  }
  const currency = chance.next() < 0.3 ? "USD" : "NGN";
  const amount = currency === "USD" ? 10 + Math.floor(chance.next() * 50) : 1_000 + Math.floor(chance.next() * 9_000);
  const started = await start(client, amount, currency);
  const { reference } = started;
  const change = (what: string, more: object = {}) => changeBooks(sandbox, reference, what, more);
  await pay(started, plant === "unheard" ? "decline" : "approve");
  const expected = plant === "unheard" ? "failed" : "successful";
  const said = await standing(started);
  if (said !== expected) throw new Error(`a payment is ${said} where it should be ${expected}`);
  const of = (their: string): Planted => ({ plant, reference, their });
  switch (plant) {
    case "hidden":
    case "late": {
      const their = await change("show");
      await change("hide");
      return of(their);
    }
    case "amount":
      return of(await change("amount", { amount: amount + (chance.next() < 0.5 ? 1 : -0.01) }));
    case "currency":
      return of(await change("currency", { currency: chance.one(["GHS", "KES", currency === "NGN" ? "USD" : "NGN"]) }));
    case "failed":
      return of(await change("fail"));
    case "double":
    case "unheard":
      return of(await change("take"));
    case "sent_back": {
      const their = await change("show");
      await sendBack(sandbox, their, amount / 2);
      return of(their);
    }
  }
}

/** One that is as it should be: paid, refused, or put aside for its amount. */
async function soundOne(client: Client, chance: Chance): Promise<void> {
  const started = await start(client, 2_000, "NGN");
  await pay(started, chance.one(["approve", "approve", "approve", "twice", "wrong_amount", "decline"]));
  await standing(started);
}

type Found = {
  readonly kind: string;
  readonly reference: string | null;
  readonly their_id: string | null;
  readonly mended: boolean;
  readonly gone: boolean;
  readonly cases: number;
  readonly notes: number;
};
const found = async ({ owner }: Fleet) =>
  (
    await owner.query<Found>(`
    select d.kind, d.reference, d.their_id, d.mended_at is not null as mended, d.gone_at is not null as gone,
      (select count(*) from cases c where c.object_id = d.id)::int as cases,
      (select count(*) from cases c join audit_log l on l.object_id = c.id where c.object_id = d.id)::int as notes
    from reconciliation_differences d`)
  ).rows;

/** What is not as it must be. @param isLater the late ones have come meanwhile */
function judge(planted: readonly Planted[], rows: readonly Found[], isLater: boolean): readonly string[] {
  const keyOf = (kind: string, reference: string | null, their: string | null) =>
    kind === "unknown_here" ? `${kind} ${their}` : `${kind} ${reference}`;
  const left = new Map<string, Found[]>();
  for (const row of rows) {
    const key = keyOf(row.kind, row.reference, row.their_id);
    left.set(key, [...(left.get(key) ?? []), row]);
  }
  const wrong: string[] = [];
  for (const { plant, reference, their } of planted) {
    const key = keyOf(plants[plant], reference, their);
    const these = left.get(key) ?? [];
    left.delete(key);
    const [only] = these;
    if (!only || these.length > 1) wrong.push(`${plant} ${reference} was found ${these.length} times`);
    else if (only.mended !== (plant === "unheard")) wrong.push(`${plant} ${reference}: mended ${only.mended}`);
    else if (only.cases !== (plant === "unheard" ? 0 : 1)) wrong.push(`${plant} ${reference} has ${only.cases} cases`);
    else if (only.gone !== (isLater && plant === "late")) wrong.push(`${plant} ${reference}: gone ${only.gone}`);
    else if (isLater && plant === "late" && only.notes !== 1) wrong.push(`${plant} ${reference}: ${only.notes} notes`);
  }
  for (const key of left.keys()) wrong.push(`found though nobody planted it: ${key}`);
  return wrong.slice(0, 20);
}

await prove(1_000, async ({ count, seed, say }) => {
  const fleet = await startFleet({ api: 1, jobs: 1 });
  const chance = chanceOf(seed);
  const accounts = accountsOf(fleet);
  const door = fleet.urls[0] ?? "";
  const clients = await Promise.all(accounts.map(({ email, password }) => signIn(door, email, password)));
  const clientAt = (at: number): Client => {
    const client = clients[at % clients.length];
    if (!client) throw new Error("no example account");
    return client;
  };
  const { sandboxUrl: sandbox } = fleet;
  await silence(sandbox);

  const planted: Planted[] = [];
  const sound = Math.ceil(count / 4);
  // every kind is there at least once; which come after that is a matter of chance
  const plan = Array.from({ length: count }, (_, at) => kinds[at] ?? chance.one(kinds));
  const seeds = plan.map((plant, at) => ({ plant, at, chance: chanceOf(seed + at) }));
  await forEach(seeds, async ({ plant, at, chance: own }) => {
    planted.push(await plantOne(sandbox, clientAt(at), plant, own));
    if (planted.length % 100 === 0) say(`${planted.length} planted`);
  });
  const quiet = Array.from({ length: sound }, (_, at) => ({ at, chance: chanceOf(seed - at - 1) }));
  await forEach(quiet, ({ at, chance: own }) => soundOne(clientAt(at), own));

  // the usual asking would settle before the night what the night must settle
  for (const one of fleet.members) if (one.role === "jobs") await one.end();
  const wrong: string[] = [];
  const night = async (days: number) => {
    await setProductClock(fleet.owner, days * dayMs + dayMs / 8);
    const began = performance.now();
    const { code, words } = await fleet.operator("reconcile");
    if (code !== 0) wrong.push(words);
    return (performance.now() - began) / 1_000;
  };
  const seconds = await night(1);
  say(`the first night took ${seconds.toFixed(1)} s`);
  wrong.push(...judge(planted, await found(fleet), false));

  await fleet.owner.query("update cases set closed_at = now(), closed_by = 'bench' where kind = 'reconciliation'");
  for (const { plant, reference } of planted) if (plant === "late") await changeBooks(sandbox, reference, "show");
  await night(2);
  await night(3);
  const later = await found(fleet);
  wrong.push(...judge(planted, later, true).map((one) => `two nights later: ${one}`));

  await setProductClock(fleet.owner, 0);
  for (const one of fleet.members) if (one.role === "jobs") await one.start();
  const unheard = planted.filter(({ plant }) => plant === "unheard");
  const { rows } = await fleet.owner.query<{ times: number }>(
    "select count(*)::int as times from payments p join ledger_transfers t on t.key = 'payment:' || p.reference where p.reference = any ($1)",
    [unheard.map(({ reference }) => reference)],
  );
  const mended = rows[0]?.times ?? 0;
  await sleep(5_000); // until all is sealed
  wrong.push(...(await fleet.brokenLaws()));
  await fleet.close();
  return {
    broken: planted.length,
    acknowledged: unheard.length,
    lost: unheard.length - mended,
    wrong,
    notes: `each found once among ${planted.length + sound} payments, ${mended} settled that nobody told of; a night took ${seconds.toFixed(1)} s`,
  };
});
