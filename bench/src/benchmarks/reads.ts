import { setTimeout as sleep } from "node:timers/promises";
import { profile } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { startFleet } from "../support/fleet.ts";
import { atLeast, type Benchmark, inTurn } from "./benchmark.ts";
import { insertWallets } from "./payments/rows.ts";
import { startBetterAuth, startReference } from "./references/references.ts";
import { rawRequest, wrk } from "./wrk.ts";

const people = 1_000;
const connections = 64;
/** Node compiles beside the first ten seconds of calls. */
const warmUpRounds = 4;

export const reads: Benchmark = {
  name: "reads",
  goals: ["G-R1", "G-R3"],
  what: "profiles of 1,000 people in turn, to one bare select and to better-auth's session",
  defaultRounds: 5,
  defaultSeconds: 3,
  async run({ rounds, seconds, log }) {
    const fleet = await startFleet({ api: 1 });
    const [url] = fleet.urls;
    const tokens = await insertWallets(fleet.database, { count: people });
    await fleet.database.query("vacuum analyze");
    const ids = await fleet.database.query<{ id: string }>("select id from users where email like 'load-%'");
    const bare = await startReference("fastify-and-pg", { DATABASE_URL: fleet.clusterUrl("main") });
    const library = await startBetterAuth(fleet, { email: "ada@example.test", password: "Example-1-password" });
    const cookies = (await library.signIn()).headers.getSetCookie().map((one) => one.split(";")[0]);
    const session = { cookie: cookies.join("; ") };

    const read = (server: string, requests: readonly string[]) => async () => {
      await sleep(300);
      const file = `${fleet.folder}/requests`;
      return (await wrk({ url: server, requests, connections, seconds, file, isRepeatable: true })).perSecond;
    };
    const authorized = (token: string) => ({ authorization: `Bearer ${token}` });
    const slices = {
      profile: read(
        url,
        tokens.map((token) => rawRequest("GET", url, apiBase + profile.path, authorized(token))),
      ),
      select: read(
        bare.url,
        ids.rows.map(({ id }) => rawRequest("GET", bare.url, `/profile/${id}`, {})),
      ),
      session: read(library.url, [rawRequest("GET", library.url, "/api/auth/get-session", session)]),
    };
    const toSelect = atLeast([1.2, 1], "G-R1", "profiles/s with session check to one bare select", "/s");
    const toSession = atLeast([15, 8], "G-R3", "profiles/s to better-auth's get-session", "/s");
    for (let round = 0; round < warmUpRounds; round += 1) await inTurn(round, slices);
    for (let round = 0; round < rounds; round += 1) {
      const of = await inTurn(round, slices);
      toSelect.addRound(of.profile, of.select);
      toSession.addRound(of.profile, of.session);
      log(`round ${round + 1}: ${of.profile.toFixed(0)} profiles/s, ${of.select.toFixed(0)}, ${of.session.toFixed(0)}`);
    }
    return [toSelect.result(), toSession.result()];
  },
};
