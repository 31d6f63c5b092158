import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { bulkUploadResponse, bulkUploadPath } from "@idanimo/contract/bulk";
import { apiBase } from "@idanimo/contract/operation";
import { signIn } from "../support/client.ts";
import { peakMiBDuring } from "../support/memory.ts";
import { atLeast, atMost, type Benchmark, durationOf, inTurn } from "./benchmark.ts";
import { openPaymentLoad } from "./payments/payment-load.ts";

const [few, many, wide] = [10_000, 100_000, 30_000];
const memoryMiB = 64;

const ninAt = (at: number) => String(20_000_000_000 + at * 7);
const numbersFile = (lines: number) => Array.from({ length: lines }, (_one, at) => `${ninAt(at)}\r\n`).join("");
/** A file with the fields of results.csv. */
const wideFile = (lines: number) =>
  ["Line,NIN,State", ...Array.from({ length: lines }, (_one, at) => `${at},${ninAt(at)},${"field,".repeat(75)}`)].join(
    "\r\n",
  );

/**
 * An upload includes HTTP, the session, the check of each line, duplicates, encryption and storage. The reference copies the lines into
 * a table with their number as primary key, on the same PostgreSQL.
 */
export const uploads: Benchmark = {
  name: "uploads",
  goals: ["G-B1", "G-B2", "G-B3"],
  what: "memory of bulk uploads, their lines/s to psql's \\copy, and payments beside them to without",
  defaultRounds: 5,
  defaultSeconds: 3,
  async run({ rounds, seconds, log }) {
    const load = await openPaymentLoad({ api: 1, settings: { BULK_RECORDS_MOST: String(many) } });
    const { fleet } = load;
    const [url] = fleet.urls;
    const [member] = fleet.members;
    const business = fleet.exampleAccounts.find(({ email }) => email.startsWith("bright@"));
    if (!member || !business) throw new Error("a program and a business account are needed");
    const token = await signIn(url, business);

    async function upload(lines: number, body: string): Promise<void> {
      const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" };
      const response = await fetch(url + apiBase + bulkUploadPath, { method: "POST", headers, body });
      const { records, badCount } = bulkUploadResponse.parse(await response.json());
      if (records !== lines || badCount !== 0) throw new Error(`${lines} lines were counted as ${records}`);
    }
    const [fewFile, manyFile] = [numbersFile(few), numbersFile(many)];
    const uploadMany = () => upload(many, manyFile);

    /** On a fresh program each time, after a short upload that compiles the code. */
    async function peakOf(lines: number, body: string): Promise<number> {
      await member?.stop();
      await member?.start();
      await upload(few, fewFile);
      await sleep(2_000);
      return peakMiBDuring(member?.program().process.pid, () => upload(lines, body));
    }
    const peak = atMost([0.75, 1], "G-B1", `peak memory of an upload above idle to ${memoryMiB} MiB`, "MiB");
    for (let round = 0; round < rounds; round += 1)
      for (const measured of [await peakOf(many, manyFile), await peakOf(wide, wideFile(wide))]) {
        peak.addRound(measured, memoryMiB);
        log(`peak ${measured.toFixed(0)} MiB`);
      }

    const csv = `${fleet.folder}/lines.csv`;
    await writeFile(csv, manyFile.replaceAll("\r", ""));
    const options = [fleet.clusterUrl("postgres"), "-q", "-v", "ON_ERROR_STOP=1"];
    const psql = (...commands: readonly string[]) =>
      promisify(execFile)("psql", options.concat(commands.flatMap((command) => ["-c", command])));
    /** Duration in ms as psql reports it, without its start. */
    async function copy(): Promise<number> {
      const columns = "line int generated always as identity primary key, nin text not null";
      await psql("drop table if exists lines", `create table lines (${columns})`);
      const { stdout } = await psql("\\timing on", `\\copy lines (nin) from '${csv}'`);
      return Number(/Time: ([\d.]+) ms/.exec(stdout)?.[1]);
    }
    const rate = atLeast([0.9, 0.6], "G-B2", "lines/s of a bulk upload to psql's \\copy", "/s");
    await uploadMany();
    await copy();
    for (let round = 0; round < rounds; round += 1) {
      const of = await inTurn(round, { upload: () => durationOf(uploadMany), copy });
      rate.addRound((many / of.upload) * 1_000, (many / of.copy) * 1_000);
    }

    const pay = async () => (await load.payOverHttp({ connections: 16, seconds })).p99Ms;
    async function payDuringUploads(): Promise<number> {
      let isOver = false;
      const uploading = (async () => {
        while (!isOver) await uploadMany();
      })();
      const p99 = await pay().finally(() => (isOver = true));
      await uploading;
      return p99;
    }
    const beside = atMost([1.5, 3], "G-B3", "p99 of payments during uploads of 100,000 lines to without", "ms");
    await pay();
    for (let round = 0; round < rounds; round += 1) {
      const of = await inTurn(round, { beside: payDuringUploads, alone: pay });
      beside.addRound(of.beside, of.alone);
    }
    return [peak, rate, beside].map((goal) => goal.result());
  },
};
