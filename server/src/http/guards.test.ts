import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { tokenHash } from "../kernel/vault.ts";
import { createTestApp, randomNin, type TestApp, type TestPurchase, type TestUser } from "../testing/app.ts";
import { ownOrigin } from "../testing/lookup-steps.ts";
import { mountedRoutes } from "../testing/read-paths.ts";

let app: TestApp;
let user: TestUser;
let cookie: string;
let bought: TestPurchase;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.user({ NGN: 10_000_00n });
  const token = randomIds.token();
  await app.owner.query(
    "insert into sign_ins (id, user_id, token_hash, kind, ends_at) values ($1, $2, $3, 'cookie', now() + interval '1 day')",
    [randomIds.publicId(), user.id, tokenHash(token)],
  );
  cookie = `__Host-idanimo=${token}`;
  bought = await app.purchase(user);
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

type Headers = Record<string, string>;
const own: Headers = { origin: ownOrigin, "sec-fetch-site": "same-origin" };
const json: Headers = { "content-type": "application/json" };
const send = (path: string, body: string, headers: Headers) =>
  app.app.inject({ method: "POST", url: apiBase + path, payload: body, headers: { cookie, ...headers } });

/** Every change a signed-in browser can ask for, with a body that would be right. */
const changes: Readonly<Record<string, () => object>> = {
  "/verification/session": () => ({ nin: randomNin(), currency: "NGN", purpose: { code: "credit" } }),
  "/transaction/wallet-payment": () => ({
    sessionCode: bought.sessionCode,
    transactionID: bought.transactionID,
    amount: bought.amount,
  }),
  "/payment/flexi-initiate": () => ({ type: "TOPUP", amount: "20000", currency: "NGN" }),
  "/auth/logout": () => ({}),
  "/user/sessions/current/keep": () => ({}),
};

/** Rows that a change would touch. */
async function rows(): Promise<object> {
  const counted = await app.owner.query<Record<string, unknown>>(
    `select (select count(*) from purchases) as purchases, (select count(*) from payments) as payments,
       (select count(*) from ledger_transfers) as transfers, (select count(*) from audit_log) as audit,
       (select max(xmin::text::bigint) from sign_ins) as sign_ins`,
  );
  return counted.rows[0] ?? {};
}

const cross: readonly [string, Headers, number, string][] = [
  [
    "another site's page",
    { ...json, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    403,
    "cross_site",
  ],
  ["an origin that only looks like ours", { ...json, origin: `${ownOrigin}.evil.example` }, 403, "cross_site"],
  ["our origin in capitals", { ...json, origin: ownOrigin.toUpperCase() }, 403, "cross_site"],
  ["a page that hides where it is", { ...json, origin: "null" }, 403, "cross_site"],
  ["a neighbour below the same domain", { ...json, "sec-fetch-site": "same-site" }, 403, "cross_site"],
  ["an address typed by hand", { ...json, "sec-fetch-site": "none" }, 403, "cross_site"],
  ["a cookie that says nothing of where it comes from", { ...json }, 403, "cross_site"],
  ["a form", { ...own, "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media"],
  ["a form with files", { ...own, "content-type": "multipart/form-data; boundary=x" }, 415, "unsupported_media"],
  ["JSON as plain text", { ...own, "content-type": "text/plain" }, 415, "unsupported_media"],
  [
    "plain text that mentions JSON",
    { ...own, "content-type": "text/plain; application/json" },
    415,
    "unsupported_media",
  ],
  ["no kind at all", { ...own, "content-type": "" }, 415, "unsupported_media"],
];

describe.each(cross)("T-11 %s changes nothing", (_what, headers, status, code) => {
  test.each(Object.keys(changes))("%s", async (path) => {
    const before = await rows();
    const answer = await send(path, JSON.stringify(changes[path]?.()), headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ code });
    expect(await rows()).toEqual(before);
  });
});

test("T-11 a signed-in reader's address changes nothing by being opened", async () => {
  for (const path of Object.keys(changes)) {
    const answer = await app.app.inject({ url: apiBase + path, headers: { cookie, ...own } });
    expect([path, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([path, 405, "method_not_allowed"]);
  }
});

test("our own pages, and clients that are no browsers, are served", async () => {
  const pay = (headers: Headers) =>
    send("/transaction/wallet-payment", JSON.stringify(changes["/transaction/wallet-payment"]?.()), headers);
  expect((await pay({ ...json, ...own })).json()).toEqual({ status: "success" });
  expect((await pay({ ...json, origin: "http://127.0.0.1:8080" })).statusCode).toBe(200);
  expect((await pay({ ...json, cookie: "", authorization: `Bearer ${user.token}` })).statusCode).toBe(200);
  expect((await pay({ ...json, ...own, cookie: "" })).statusCode).toBe(401);
  await app.drainQueue();
});

describe("a page of another site that loads one of ours unseen", () => {
  /** Open to anyone, the same for everyone and without a limit; or, of a provider, proved in its own way. */
  const open = /\.css$|^\/health\/|^\/docs|\.well-known|\/sms\/receive$|^\/verify$/;
  /** Leads back to the sign-in page. */
  const redirects = /\/openauth\//;

  test("is rejected on every GET route, as a picture, a frame or a fetch [T-06 T-67]", async () => {
    const routes = [...(await mountedRoutes(app))].flatMap((route) => /^GET (.*)$/.exec(route)?.[1] ?? []);
    const loaded: string[] = [];
    for (const route of routes.filter((one) => !open.test(one)).toSorted())
      for (const site of ["cross-site", "same-site"])
        for (const dest of ["image", "iframe", "empty"]) {
          const answer = await app.app.inject({
            url: route.replace(/:\w+/g, randomIds.publicId()),
            headers: { cookie, "sec-fetch-site": site, "sec-fetch-dest": dest },
          });
          const isRejected = redirects.test(route)
            ? answer.headers.location?.startsWith("/login?social=")
            : answer.statusCode === 403 && answer.json<{ code: string }>().code === "cross_site";
          if (!isRejected) loaded.push(`${route} ${site} ${dest}: ${answer.statusCode}`);
        }
    expect(loaded).toEqual([]);
    expect(routes).toEqual(expect.arrayContaining([`${apiBase}/events`, "/consent/:token", "/transparency"]));
  });
});
