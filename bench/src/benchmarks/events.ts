import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { eventsPath } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { disclosureFor } from "@idanimo/contract/record-parts";
import { onCleanup } from "../support/cleanup.ts";
import { createClient, signIn } from "../support/client.ts";
import { forEachConcurrently, waitFor } from "../support/concurrency.ts";
import { type Fleet, startFleet } from "../support/fleet.ts";
import { residentMiB } from "../support/memory.ts";
import { hasExited, type RunningProgram, startProgram, stop } from "../support/processes.ts";
import { createOrder, payFromWallet, topUp } from "../support/purchases.ts";
import { consentToken, tokenHash } from "../support/sandbox.ts";
import { median, quantile } from "../support/statistics.ts";
import { atMost, type Benchmark } from "./benchmark.ts";
import { insertWallets } from "./payments/rows.ts";
import { startReference } from "./references/references.ts";

const [grantsPerRound, waitingStreams, idleStreams] = [200, 5_000, 15_000];
const p99Ms = 500;
const path = apiBase + eventsPath;
const purpose = "employment";

/** A consent is granted at one of two programs on one PostgreSQL, and its event is received from the other, in turn. */
export const events: Benchmark = {
  name: "events",
  goals: ["G-S1", "G-S2"],
  what: "consent to its event on another program beside 5,000 streams; memory of 15,000 idle streams",
  defaultRounds: 5,
  defaultSeconds: 0,
  async run({ rounds, scale, log }) {
    const fleet = await startFleet({ both: 2 });
    const [account] = fleet.exampleAccounts;
    const [first, second] = fleet.members;
    if (!account || !first || !second) throw new Error("two programs and an account are needed");
    const token = await signIn(first.url, account);
    const grants = Math.ceil(grantsPerRound * scale);
    const requests = await requestConsents(fleet, token, grants * rounds);
    log(`${requests.length} people are asked for their consent`);
    const [waiting, idle] = [Math.ceil(waitingStreams * scale), Math.ceil(idleStreams * scale)];
    const tokens = await insertWallets(fleet.database, { count: Math.max(waiting, idle) });

    /** Opens a stream for each token, at the servers in turn. @returns a function that checks that all are open and ends them */
    async function holdStreams(urls: readonly string[], at: string, of: readonly string[]) {
      const ports = urls.map((url) => Number(new URL(url).port));
      const list = of.map((one, position) => ({ port: ports[position % ports.length], path: at, token: one }));
      const file = `${fleet.folder}/streams.json`;
      await writeFile(file, JSON.stringify(list));
      const holder = await startProgram("bench/src/benchmarks/stream-holder.ts", { STREAMS: file });
      onCleanup(() => stop(holder));
      return async () => {
        if (hasExited(holder)) throw new Error("a stream ended");
        await stop(holder);
      };
    }

    const endStreams = await holdStreams(fleet.urls, path, tokens.slice(0, waiting));
    const received = [await listen(first.url, token), await listen(second.url, token)];
    await sleep(3_000);
    const toEvent = atMost([1.5, 3], "G-S1", "consent to its event on another program, to the response", "ms");
    const slowest = atMost([0.6, 1], "G-S1", `p99 from consent to event to ${p99Ms} ms`, "ms");
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [toEvents, toResponses]: [number[], number[]] = [[], []];
      for (const [at, request] of requests.slice(round * grants, (round + 1) * grants).entries()) {
        const began = performance.now();
        await grantConsent(fleet.urls[at % 2] ?? "", request.token);
        toResponses.push(performance.now() - began);
        const listener = received[(at + 1) % 2];
        const receivedAt = await waitFor("the event of a consent", async () => listener?.get(request.id), {
          forMs: 5_000,
          everyMs: 2,
        });
        toEvents.push(receivedAt - began);
        await sleep(10);
      }
      all.push(...toEvents);
      toEvent.addRound(median(toEvents), median(toResponses));
    }
    slowest.addRound(quantile(all, 0.99), p99Ms);
    await endStreams();

    const bare = await startReference("event-streams", {});
    await second.stop();
    await second.start(); // without what the first part has left in memory
    await sleep(5_000);
    /** KiB that each idle stream takes, once two heartbeats have passed. */
    async function memoryOfStream({ process: { pid } }: RunningProgram, url: string, at: string): Promise<number> {
      const before = await residentMiB(pid);
      const end = await holdStreams([url], at, tokens.slice(0, idle));
      await sleep(35_000);
      const each = ((await residentMiB(pid)) - before) * 1_024;
      await end();
      return each / idle;
    }
    const memory = atMost([1.5, 2], "G-S2", `memory of each of ${idle} streams to Node's own HTTP`, "KiB");
    memory.addRound(
      await memoryOfStream(second.program(), second.url, path),
      await memoryOfStream(bare.program, bare.url, "/"),
    );
    return [toEvent, slowest, memory].map((goal) => goal.result());
  },
};

type ConsentRequest = { readonly id: string; readonly token: string };

/** Buys lookups of different people and waits until so many of them have a message. */
async function requestConsents({ urls, database, sandbox }: Fleet, token: string, count: number) {
  const client = createClient(urls, token);
  await topUp(client);
  const spare = Math.ceil(count * 1.02) + 2; // a source may fail for some
  const nins = Array.from({ length: spare }, (_one, at) => `${30_000_017 + at * 7919}${100 + (at % 900)}`);
  await forEachConcurrently(nins, async (nin) =>
    payFromWallet(client, await createOrder(client, { nin, purpose: { code: purpose } })),
  );
  const enough = async (): Promise<readonly ConsentRequest[] | undefined> => {
    const { rows } = await database.query<{ id: string; hash: string }>(
      "select request_id as id, encode(token_hash, 'hex') as hash from consents where state = 'pending'",
    );
    const ids = new Map(rows.map(({ id, hash }) => [hash, id]));
    const found = new Map<string, ConsentRequest>();
    for (const { text } of await sandbox.messages()) {
      const one = consentToken(text);
      const id = one === undefined ? undefined : ids.get(tokenHash(one).toString("hex"));
      if (one !== undefined && id !== undefined) found.set(id, { id, token: one });
    }
    return found.size >= count ? [...found.values()].slice(0, count) : undefined;
  };
  return waitFor(`messages to ${count} people`, enough, { forMs: 600_000, everyMs: 1_000 });
}

/** Listens to the events of an account. @returns when the first event of each request was received */
async function listen(url: string, token: string): Promise<ReadonlyMap<string, number>> {
  const received = new Map<string, number>();
  const ending = new AbortController();
  onCleanup(async () => ending.abort());
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` }, signal: ending.signal });
  const readAll = async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const at = performance.now();
      for (const [, id = ""] of text.matchAll(/"requestId":"([^"]+)"/g)) if (!received.has(id)) received.set(id, at);
    }
  };
  void readAll().catch(() => undefined); // aborted at the end; an event that is missing fails the run
  return received;
}

/** Submits the form of the subject's page, with every part ticked. */
async function grantConsent(url: string, token: string): Promise<void> {
  const parts = disclosureFor("nin", purpose)?.optional ?? [];
  const body = new URLSearchParams(parts.map((part): [string, string] => ["part", part]));
  const response = await fetch(`${url}/consent/${token}/grant`, { method: "POST", body, redirect: "manual" });
  await response.arrayBuffer();
  if (response.status !== 303) throw new Error(`a consent was answered with ${response.status}`);
}
