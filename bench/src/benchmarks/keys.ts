import { createHash } from "node:crypto";
import { profile } from "@idanimo/contract/accounts";
import { createApiKey } from "@idanimo/contract/developers/keys";
import { apiBase } from "@idanimo/contract/operation";
import { createSession } from "@idanimo/contract/verification";
import { send } from "../support/client.ts";
import { forEachConcurrently } from "../support/concurrency.ts";
import { startFleet } from "../support/fleet.ts";
import { atMost, type Benchmark, inTurn } from "./benchmark.ts";
import { insertWallets } from "./payments/rows.ts";
import { rawRequest, wrk } from "./wrk.ts";

const organisations = 200;
const connections = 64;
const scopes = ["quotes", "checks:create", "checks:read", "wallet:read"] as const;
/** Node compiles beside the first calls. */
const warmUpRounds = 2;

/** The same calls of the same organisations: with a key, whose scopes are checked and whose calls are counted and logged, and with a cookie. */
export const keys: Benchmark = {
  name: "keys",
  goals: ["G-K1"],
  what: "profiles and purchases of 200 organisations with an API key to the same with a session cookie",
  defaultRounds: 7,
  defaultSeconds: 3,
  async run({ rounds, seconds, log }) {
    const fleet = await startFleet({ api: 1, settings: { TEST_MODE: "off" } });
    const [url] = fleet.urls;
    const tokens = await insertWallets(fleet.database, { count: organisations, userType: "business" });
    const secrets: string[] = [];
    await forEachConcurrently(tokens.entries(), async ([at, token]) => {
      const made = await send(
        url,
        createApiKey,
        { name: "Back office", mode: "live", scopes: [...scopes], expiresInDays: 90 },
        token,
      );
      secrets[at] = made.secret;
    });
    const cookies = tokens.map((token) => createHash("sha256").update(`cookie ${token}`).digest("base64url"));
    await fleet.database.query(
      `insert into sign_ins (id, user_id, token_hash, kind, ends_at)
       select gen_random_uuid(), s.user_id, u.cookie, 'cookie', now() + interval '1 day'
       from unnest($1::bytea[], $2::bytea[]) u (token, cookie) join sign_ins s on s.token_hash = u.token`,
      [tokens, cookies].map((all) => all.map((one) => createHash("sha256").update(one).digest())),
    );
    await fleet.database.query("vacuum analyze");

    const withKeys = secrets.map((secret) => ({ authorization: `Bearer ${secret}` }));
    const withCookies = cookies.map((cookie) => ({ cookie: `__Host-idanimo=${cookie}`, origin: url }));
    const call = (requests: readonly string[]) => async () => {
      const file = `${fleet.folder}/requests`;
      return (await wrk({ url, requests, connections, seconds, file, isRepeatable: true })).perSecond;
    };
    const read = (headers: readonly Readonly<Record<string, string>>[]) =>
      call(headers.map((one) => rawRequest("GET", url, apiBase + profile.path, one)));
    const order = (headers: readonly Readonly<Record<string, string>>[]) =>
      call(
        headers.map((one, at) => {
          const body = JSON.stringify({ rc: String(1_000_000 + at), currency: "NGN" });
          const all = { ...one, "content-type": "application/json" };
          return rawRequest("POST", url, apiBase + createSession.path, all, body);
        }),
      );
    const slices = {
      keyReads: read(withKeys),
      cookieReads: read(withCookies),
      keyOrders: order(withKeys),
      cookieOrders: order(withCookies),
    };
    const reading = atMost([1.15, 1.3], "G-K1", "time of a profile with a key to the same with a cookie", "ms");
    const ordering = atMost([1.15, 1.3], "G-K1", "time of a new purchase with a key to the same with a cookie", "ms");
    for (let round = 0; round < warmUpRounds; round += 1) await inTurn(round, slices);
    for (let round = 0; round < rounds; round += 1) {
      const of = await inTurn(round, slices);
      reading.addRound(1_000 / of.keyReads, 1_000 / of.cookieReads);
      ordering.addRound(1_000 / of.keyOrders, 1_000 / of.cookieOrders);
      log(
        `round ${round + 1}: ${of.keyReads.toFixed(0)} and ${of.cookieReads.toFixed(0)} profiles/s, ` +
          `${of.keyOrders.toFixed(0)} and ${of.cookieOrders.toFixed(0)} purchases/s`,
      );
    }
    return [reading.result(), ordering.result()];
  },
};
