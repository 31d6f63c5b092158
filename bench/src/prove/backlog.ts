import { setTimeout as sleep } from "node:timers/promises";
import { type Client } from "../client.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { hourMs, setProductClock } from "../product-clock.ts";
import { buyFile, numbersFrom } from "./parts/bulk.ts";
import { openShop } from "./parts/shop.ts";
import { prove } from "./proof.ts";

/**
 * the jobs stand still for 48 hours, by the product's clock, while `--count` look-ups are paid for; then they begin again. All is
 * done, nobody is looked up twice, refunds are made, and what ended meanwhile is not kept. How long it took is told beside what ten minutes
 * for a hundred thousand would be: two cores that also are the database and the world outside are not held to it.
 */

const standstillHours = 48;
const perFile = 25_000;
/** People who were asked before the standstill. */
const askedBefore = 20;
/** A backlog of which nothing gets done for so long does not drain. */
const stuckMs = 180_000;
const patienceMs = 180_000;
const targetPerSecond = Math.round(100_000 / 600);

const one = async (fleet: Fleet, text: string, values: readonly unknown[] = []): Promise<number> => {
  const { rows } = await fleet.owner.query<{ count: string }>(text, [...values]);
  return Number(rows[0]?.count ?? 0);
};

const openSql = `select count(*) from purchase_items i join purchases p on p.id = i.purchase_id
  where p.state in ('paid', 'completed') and i.state in ('priced', 'looking_up')`;

const until = async (isSo: () => Promise<boolean>, mostMs: number): Promise<boolean> => {
  const end = performance.now() + mostMs;
  while (performance.now() < end) {
    if (await isSo()) return true;
    await sleep(500);
  }
  return isSo();
};

async function buyFiles(url: string, client: Client, first: number, count: number): Promise<void> {
  for (let left = count; left > 0; left -= perFile)
    await buyFile(url, client, numbersFrom(first + count - left, Math.min(left, perFile)));
}

/** Waits until no look-up is open. @returns false where for a while none ended */
async function drained(fleet: Fleet, say: (line: string) => void): Promise<boolean> {
  let [open, since, told] = [await one(fleet, openSql), performance.now(), performance.now()];
  while (open > 0) {
    if (performance.now() - since > stuckMs) return false;
    await sleep(500);
    const now = await one(fleet, openSql);
    if (now < open) [open, since] = [now, performance.now()];
    if (performance.now() - told < 30_000) continue;
    told = performance.now();
    say(`${open} look-ups wait`);
  }
  return true;
}

await prove(100_000, async ({ count, seed, say }) => {
  const fleet = await startFleet({
    api: 1,
    jobs: 2,
    settings: { BULK_RECORDS_MOST: "100000", SUBJECT_REQUESTS_A_DAY: "10000" },
  });
  try {
    const [, client] = (await openShop(fleet, { lanes: 0, seed })).clients; // a file is for a business
    const [url] = fleet.urls;
    if (!client || url === undefined) throw new Error("a fleet without an account");
    const wrong: string[] = [];
    await buyFiles(url, client, 0, askedBefore);
    if (!(await drained(fleet, say))) wrong.push("people could not be asked before the standstill");
    const old = await one(fleet, "select count(*) from consents where state = 'pending'");
    const workers = fleet.members.filter(({ role }) => role === "jobs");
    for (const worker of workers) await worker.end();
    // people pay, and nobody works; one by one it would take an hour: files wait in the same tables
    const shop = await openShop(fleet, { lanes: 2, seed: seed + 1 });
    await buyFiles(url, client, askedBefore, count);
    await shop.close();
    const waiting = await one(fleet, openSql);
    say(`${waiting} look-ups wait`);
    await setProductClock(fleet.owner, standstillHours * hourMs);
    const began = performance.now();
    for (const worker of workers) await worker.start();
    const isDrained = await drained(fleet, say);
    const seconds = (performance.now() - began) / 1000;
    const left = isDrained ? 0 : await one(fleet, openSql);
    if (left > 0) wrong.push(`${left} look-ups still wait, and none has ended for a while`);
    const isGone = await until(
      async () =>
        (await one(
          fleet,
          `select count(*) from verification_requests r join consents c on c.request_id = r.id
           where r.purged_at is null and c.asked_at < product_now() - interval '25 hours'`,
        )) === 0,
      patienceMs,
    );
    if (!isGone) wrong.push("what ended during the standstill is still there");
    const twice = await one(
      fleet,
      `select count(*) from (select request_id, part from lookup_attempts where result <> 'not_taken' group by 1, 2 having count(*) > 1) x`,
    );
    if (twice > 0) wrong.push(`${twice} people were looked up twice`);
    const notRefunded = await one(
      fleet,
      `select count(*) from purchase_items i where i.outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED')
         and not exists (select from ledger_transfers t where t.key = 'refund:' || i.id)`,
    );
    const refunded = await one(fleet, "select count(distinct key) from ledger_transfers where reason = 'REFUND'");
    if (notRefunded > 0) wrong.push(`${notRefunded} refunds are missing`);
    wrong.push(...(await fleet.brokenLaws()));
    return {
      broken: waiting,
      acknowledged: waiting + old,
      lost: left,
      wrong,
      notes: `${waiting} look-ups done in ${seconds.toFixed(0)} s, ${(waiting / seconds).toFixed(1)} a second (ten minutes for a hundred thousand: ${targetPerSecond}); ${refunded} refunds, ${old} questions that ended meanwhile are gone`,
    };
  } finally {
    await fleet.close();
  }
});
