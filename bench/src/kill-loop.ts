import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { profile } from "@idanimo/contract/accounts";
import { createSession, readSession } from "@idanimo/contract/verification";
import { paymentHistory, walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { topUp } from "./campaign/buyers.ts";
import { chanceOf } from "./chance.ts";
import { type Client, Refused, signIn, untilAnswered } from "./client.ts";
import { freePort, kill, newFolder, removeFolder, runProgram, type Started, startProgram, stop } from "./program.ts";

/**
 * the program is killed with -9 at random instants while lanes of careful clients pay; then everything acknowledged must
 * be there, charged once, and the books must balance. `--cycles` kills (200 by default), `--lanes` (8), `--seed`.
 */

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "200" },
    lanes: { type: "string", default: "8" },
    seed: { type: "string", default: String(randomInt(1e9)) },
  },
});
const cycles = Number(values.cycles);
const laneCount = Number(values.lanes);
/** A program lives this long at most before it is killed. */
const windowMs = 1_500;
const chance = chanceOf(Number(values.seed));

const folder = await newFolder();
const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
const settings = {
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  SANDBOX_SMTP_PORT: String(smtpPort),
  DATA_DIR: folder,
  CAPTCHA_COST: "1",
  LOG_LEVEL: "fatal",
  LIMITS: "lookup_account=100000000,payment_check_account=100000000",
  PRODUCT_URL: `http://localhost:${port}`,
  SANDBOX_WATCH_STDIN: "1",
  WATCH_STDIN: "1",
};
const url = `http://localhost:${port}`;
const sandbox = await startProgram("sandbox/src/main.ts", settings);
let server: Started = await startProgram("server/src/main.ts", settings);

type Acknowledged = { readonly client: Client; readonly sessionCode: string };
const acknowledged: Acknowledged[] = [];
const refusals = new Map<string, number>();
let isOver = false;

/** Ends of the numbers asked for: mostly plain people, and some of each way a source can fail. */
const tails = ["1234", "5678", "4321", "8765", "0000", "0001", "0005", "0006", "0007"];
function someNin(): string {
  const body = String(1_000_000 + Math.floor(chance.next() * 8_999_999));
  return body + (tails[Math.floor(chance.next() * tails.length)] ?? "1234");
}

/** One client that buys again and again, repeating every call it got no answer to. */
async function lane(client: Client): Promise<void> {
  while (!isOver) {
    try {
      const made = await untilAnswered(() =>
        client.call(createSession, { nin: someNin(), currency: "NGN", purpose: { code: "credit" } }),
      );
      const key = randomUUID();
      const pay = {
        sessionCode: made.sessionCode,
        transactionID: made.transactionID,
        amount: String(Number(made.quote.total) / 100),
      };
      await untilAnswered(() => client.call(walletPayment, pay, key));
      acknowledged.push({ client, sessionCode: made.sessionCode });
      if (chance.next() < 0.2) await untilAnswered(() => client.call(walletPayment, pay, key)); // a nervous second click
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
      if (error.code === "wallet_balance_low") return;
      await sleep(50);
    }
  }
}

const accounts = z.array(z.object({ email: z.string(), password: z.string() })).parse(server.ready["accounts"]);
const clients: Client[] = [];
for (let at = 0; at < laneCount; at += 1) {
  const account = accounts[at % accounts.length];
  if (account) clients.push(await signIn(url, account.email, account.password));
}
for (const client of clients.slice(0, accounts.length)) await topUp(client, 5_000_000);

const began = performance.now();
const lanes = clients.map((client) => lane(client));
const downs: number[] = [];
for (let cycle = 1; cycle <= cycles; cycle += 1) {
  await sleep(Math.floor(chance.next() * windowMs));
  await kill(server);
  server = await startProgram("server/src/main.ts", settings);
  downs.push(server.ms);
  if (cycle % 20 === 0) console.error(`${cycle} kills, ${acknowledged.length} payments acknowledged`);
}
isOver = true;
await Promise.all(lanes);

// what the queue and the reconciler still have to do
const deadline = Date.now() + 180_000;
let running = acknowledged;
while (running.length > 0 && Date.now() < deadline) {
  const still: Acknowledged[] = [];
  for (const one of running) {
    const purchase = await untilAnswered(() => one.client.call(readSession, { sessionCode: one.sessionCode }));
    if (purchase.items.some((item) => item.state === "running")) still.push(one);
  }
  running = still;
  if (running.length > 0) await sleep(1_000);
}

let lost = 0;
for (const { client, sessionCode } of acknowledged) {
  const purchase = await untilAnswered(() => client.call(readSession, { sessionCode }));
  if (purchase.state !== "paid" && purchase.state !== "completed") lost += 1;
}
let doubled = 0;
let unbalanced = 0;
for (const client of clients.slice(0, accounts.length)) {
  const seen = new Map<string, number>();
  let sum = 50_000_00n; // what an example account starts with
  let after: string | undefined;
  do {
    const page = await client.call(paymentHistory, { size: 100, ...(after !== undefined && { after }) });
    for (const move of page.transactions) {
      if (move.transactionType === "VERIFICATION")
        seen.set(move.transactionID, (seen.get(move.transactionID) ?? 0) + 1);
      if (move.successful) sum += move.transactionType === "VERIFICATION" ? -move.amount : move.amount;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  doubled += [...seen.values()].filter((times) => times > 1).length;
  if ((await client.call(profile, {})).walletBalance !== sum) unbalanced += 1;
}
const laws = await runProgram("server/src/operator.ts", ["check-invariants"], settings);
const chain = await runProgram("server/src/operator.ts", ["verify-audit"], settings);
await stop(server);
await stop(sandbox);
if (!process.env["KEEP"]) await removeFolder(folder);
else console.error(folder);

downs.sort((left, right) => left - right);
const result = {
  kills: cycles,
  lanes: laneCount,
  seed: Number(values.seed),
  acknowledged: acknowledged.length,
  lost,
  doubled,
  unbalanced,
  unfinished: running.length,
  laws: laws.words,
  audit: chain.words,
  restartMs: Math.round(downs[Math.floor(downs.length / 2)] ?? 0),
  refusals: Object.fromEntries(refusals),
  seconds: Math.round((performance.now() - began) / 1000),
};
console.log(JSON.stringify(result, null, 2));
const isGood =
  lost + doubled + unbalanced + running.length === 0 && laws.code === 0 && chain.code === 0 && acknowledged.length > 0;
console.log(isGood ? "Nothing lost, nothing doubled, the books balance." : "THE LAWS DO NOT HOLD.");
process.exitCode = isGood ? 0 : 1;
