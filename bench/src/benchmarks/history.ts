import { history as listHistory, searchHistory } from "@idanimo/contract/history";
import { type Client, createClient, signIn } from "../support/client.ts";
import { waitFor } from "../support/concurrency.ts";
import { type Fleet, startFleet } from "../support/fleet.ts";
import { createOrder, payFromWallet } from "../support/purchases.ts";
import { median } from "../support/statistics.ts";
import { atMost, type Benchmark, durationOf, inTurn } from "./benchmark.ts";
import { type Filling, fillHistory } from "./history-rows.ts";

const rows = 5_000_000;
const pageSize = 20;
/** Both accounts buy it, so that an exact search finds it. */
const rc = "RC 411002";

type Query = Readonly<Record<string, string | number>>;
/** Searches and filters; each finds something but the last. */
const searches: readonly Query[] = [
  { type: "VIN" },
  { q: "vin" },
  { q: "denied" },
  { q: "expired" },
  { q: "view result" },
  { q: "refunded", type: "NIN" },
  { q: String(new Date(Date.now() - 40 * 86_400_000).getFullYear()) },
  { q: rc },
  { q: "no row contains these words" },
];
const findsNothing = (query: Query) => query === searches.at(-1);

/** Every call includes HTTP, the session check and the rate limits. */
export const history: Benchmark = {
  name: "history",
  goals: ["G-H1", "G-H2", "G-H3"],
  what: "the history of an account with 1,000,000 of 5,000,000 rows, to that of an account in 1,000 rows",
  defaultRounds: 5,
  defaultSeconds: 3,
  isLong: true,
  async run({ rounds, seconds, scale, log }) {
    const [small, large] = [
      await openAccount({ rows: 1_000, ownEvery: 1 }),
      await openAccount({ rows: Math.ceil(rows * scale), ownEvery: 5 }),
    ];
    log("the rows are inserted");
    const page = async ({ client }: Account, query: Query = {}) => {
      const operation = "q" in query ? searchHistory : listHistory;
      const { requests } = await client.call(operation, { size: pageSize, ...query });
      if ((requests.length === 0) !== findsNothing(query))
        throw new Error(`${JSON.stringify(query)} found ${requests.length} rows`);
    };
    /** Alternates both, call by call, so that both meet a busy moment of the machine. @returns both medians */
    async function compare(measured: () => Promise<void>, reference: () => Promise<void>) {
      const durations: { readonly measured: number; readonly reference: number }[] = [];
      const both = { measured: () => durationOf(measured), reference: () => durationOf(reference) };
      for (const until = performance.now() + seconds * 2_000; performance.now() < until || durations.length < 5;)
        durations.push(await inTurn(durations.length, both));
      return [median(durations.map((one) => one.measured)), median(durations.map((one) => one.reference))] as const;
    }

    const firstPage = atMost([1.05, 1.2], "G-H1", "page of 20 with counters in 5,000,000 rows to 1,000", "ms");
    const deepest = atMost([1.1, 1.25], "G-H2", "deepest page to first page", "ms");
    const search = atMost([1.5, 3], "G-H3", "slowest of nine searches in 5,000,000 rows to 1,000", "ms");
    const after = await cursorOfLastPage(large);
    for (const query of searches) for (const side of [small, large]) await page(side, query);
    for (let round = 0; round < rounds; round += 1) {
      const first = () => page(large);
      firstPage.addRound(...(await compare(first, () => page(small))));
      deepest.addRound(...(await compare(() => page(large, { after }), first)));
      let slowest: readonly [number, number] = [0, 1];
      for (const query of searches) {
        const found = await compare(
          () => page(large, query),
          () => page(small, query),
        );
        log(`${JSON.stringify(query)}: ${(found[0] / found[1]).toFixed(2)}x, ${found[0].toFixed(1)} ms`);
        if (found[0] / found[1] > slowest[0] / slowest[1]) slowest = found;
      }
      search.addRound(...slowest);
    }
    return [firstPage, deepest, search].map((goal) => goal.result());
  },
};

type Account = { readonly fleet: Fleet; readonly client: Client; readonly email: string };

/** Starts a program on a PostgreSQL whose history tables are filled, with one more lookup bought over the API. */
async function openAccount(filling: Filling): Promise<Account> {
  const fleet = await startFleet({ both: 1, postgres: { max_wal_size: "4GB" } });
  const [program] = fleet.members;
  const [account] = fleet.exampleAccounts;
  if (!program || !account) throw new Error("a program and an account are needed");
  await program.stop();
  const users = await fleet.database.query<{ id: string }>("select id from users where email = $1", [account.email]);
  await fillHistory(fleet.database, users.rows[0]?.id ?? "", filling);
  await program.start();
  const client = createClient(fleet.urls, await signIn(fleet.urls[0], account));
  await payFromWallet(client, await createOrder(client, { rc }));
  await waitFor("the lookup in the history", async () => {
    const { requests } = await client.call(searchHistory, { q: rc });
    return requests.length > 0;
  });
  return { fleet, client, email: account.email };
}

async function cursorOfLastPage({ fleet, email }: Account): Promise<string> {
  const found = await fleet.database.query<{ place: string }>(
    `select created_at::text || '|' || id as place from purchase_items
     where owner_id = (select id from users where email = $1) and listed_as is not null
     order by created_at, id offset ${pageSize} limit 1`,
    [email],
  );
  return Buffer.from(found.rows[0]?.place ?? "").toString("base64url");
}
