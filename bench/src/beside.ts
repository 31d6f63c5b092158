import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { bulkUploadResponse, bulkUploadPath } from "@idanimo/contract/bulk";
import { apiBase } from "@idanimo/contract/operation";
import { signIn } from "./client.ts";
import { openTill } from "./load/till.ts";
import { noMoreThan, print, ratioOf } from "./report.ts";

/**
 * G-B3: the p99 of payments over 16 connections while a business sends files of 100,000 lines one after the other to the same program,
 * to the p99 without. `--rounds` (5), `--seconds` a slice (3).
 */

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "3" } },
});
const seconds = Number(values.seconds);
const lines = 100_000;
const file = Array.from({ length: lines }, (_one, at) => `${20_000_000_000 + at * 7}\r\n`).join("");
const till = await openTill({ api: 1, jobs: 0, settings: { BULK_RECORDS_MOST: String(lines) } });
const url = till.fleet.urls[0] ?? "";
const { token } = await signIn(url, "bright@example.test", "Example-1-password");

async function upload(): Promise<void> {
  const answer = await fetch(url + apiBase + bulkUploadPath, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
    body: file,
  });
  const told = bulkUploadResponse.parse(await answer.json());
  if (told.records !== lines || told.badCount !== 0) throw new Error(`${lines} lines were counted as ${told.records}`);
}

const figure = noMoreThan([1.5, 3], "G-B3", "p99 of payments beside a file of 100,000 lines", "ms");
const pay = () => till.overHttp({ connections: 16, seconds });
async function payBesideFiles() {
  let [isOver, files] = [false, 0];
  const sending = (async () => {
    for (; !isOver; files += 1) await upload();
  })();
  const paid = await pay().finally(() => (isOver = true));
  await sending;
  console.error(`${files} files went in meanwhile`);
  return paid;
}
await pay();
await upload();
for (let round = 0; round < Number(values.rounds); round += 1) {
  const done: { ours?: number; reference?: number } = {};
  const slices = [
    async () => (done.ours = (await payBesideFiles()).p99),
    async () => (done.reference = (await pay()).p99),
  ];
  for (const one of round % 2 === 0 ? slices : slices.toReversed()) {
    await sleep(500);
    await one();
  }
  figure.rounds.push({ ours: done.ours ?? 0, reference: done.reference ?? 0 });
}
process.exitCode = print([ratioOf(figure)]);
await till.fleet.close();
