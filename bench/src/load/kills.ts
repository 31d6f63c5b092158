import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { walletPayment } from "@idanimo/contract/wallet";
import { Refused, send, untilAnswered } from "../client.ts";
import { bodyOf } from "./rows.ts";
import type { Till } from "./till.ts";

const lanes = 32;
/** Before each kill, milliseconds. */
const apart = 1_500;

/**
 * G-P9: careful clients pay, each key sent twice at once, while the server and the database are killed in turn with -9. Whoever gets no
 * answer asks again with the same key. @returns how many keys were answered with success, and how many of these have no charge or two
 */
export async function killsUnderLoad(till: Till, each: number) {
  const { fleet, tokens } = till;
  const [server] = fleet.members;
  if (!server?.url || !fleet.postgres) throw new Error("kills need a server and a database of their own");
  const { url } = server;
  const purchases = await till.ready("kills", each * 2 + 2, false, lanes);
  const answered: { readonly n: number; readonly key: string }[] = [];
  const wrong: string[] = [];
  let [next, isOver] = [purchases.from, false];
  const lane = async () => {
    while (!isOver && next < purchases.from + purchases.count) {
      const n = next++;
      const key = randomUUID();
      const body = bodyOf(n);
      const pay = () =>
        untilAnswered(() => send(url, walletPayment, JSON.parse(body), tokens[n % purchases.wallets] ?? "", key));
      try {
        await Promise.all([pay(), pay()]);
        answered.push({ n, key });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        wrong.push(`purchase ${n} was refused: ${error.message}`);
      }
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, lane));
  for (let at = 0; at < each; at += 1) {
    await sleep(apart);
    await server.kill();
    await server.start();
    await sleep(apart);
    await fleet.postgres.kill();
    await fleet.postgres.start();
  }
  await sleep(apart);
  isOver = true;
  await all;
  const { rows } = await fleet.owner.query<{ legs: number; kept: number }>(
    `select (select count(*)::int from ledger_transfers t join purchases p on t.key = 'purchase:' || p.id where p.transaction_id = a.label) as legs,
       (select count(*)::int from idempotency_keys k where k.key = a.key and k.status = 200) as kept
     from unnest($1::text[], $2::text[]) a (label, key)`,
    [answered.map(({ n }) => `EA${String(n).padStart(14, "0")}`), answered.map(({ key }) => key)],
  );
  return {
    kills: each * 2,
    answered: answered.length,
    lost: rows.filter(({ legs, kept }) => legs < 2 || kept < 1).length,
    doubled: rows.filter(({ legs, kept }) => legs > 2 || kept > 1).length,
    wrong,
  };
}
