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

/** Every change that a signed-in browser can request, with a valid body. */
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

/** State of the tables that a change would write to. */
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
    "from another site's page",
    { ...json, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    403,
    "cross_site",
  ],
  ["from an origin that begins like ours", { ...json, origin: `${ownOrigin}.evil.example` }, 403, "cross_site"],
  ["from our origin in capitals", { ...json, origin: ownOrigin.toUpperCase() }, 403, "cross_site"],
  ["with the origin null", { ...json, origin: "null" }, 403, "cross_site"],
  ["from a sibling subdomain", { ...json, "sec-fetch-site": "same-site" }, 403, "cross_site"],
  ["from a typed URL", { ...json, "sec-fetch-site": "none" }, 403, "cross_site"],
  ["with a cookie but no origin header", { ...json }, 403, "cross_site"],
  ["with a form", { ...own, "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media"],
  ["with a multipart form", { ...own, "content-type": "multipart/form-data; boundary=x" }, 415, "unsupported_media"],
  ["with JSON as plain text", { ...own, "content-type": "text/plain" }, 415, "unsupported_media"],
  [
    "with plain text that mentions JSON",
    { ...own, "content-type": "text/plain; application/json" },
    415,
    "unsupported_media",
  ],
  ["without a content type", { ...own, "content-type": "" }, 415, "unsupported_media"],
];

describe.each(cross)("a request %s", (_what, headers, status, code) => {
  test.each(Object.keys(changes))("changes nothing through %s [T-11]", async (path) => {
    const before = await rows();
    const response = await send(path, JSON.stringify(changes[path]?.()), headers);
    expect(response.statusCode).toBe(status);
    expect(response.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({ code });
    expect(await rows()).toEqual(before);
  });
});

test("a GET of a changing URL with a session changes nothing [T-11]", async () => {
  for (const path of Object.keys(changes)) {
    const response = await app.app.inject({ url: apiBase + path, headers: { cookie, ...own } });
    expect([path, response.statusCode, response.json<{ code: string }>().code]).toEqual([
      path,
      405,
      "method_not_allowed",
    ]);
  }
});

test("serves this product's own pages and clients that are not browsers", async () => {
  const pay = (headers: Headers) =>
    send("/transaction/wallet-payment", JSON.stringify(changes["/transaction/wallet-payment"]?.()), headers);
  expect((await pay({ ...json, ...own })).json()).toEqual({ status: "success" });
  expect((await pay({ ...json, origin: "http://127.0.0.1:8080" })).statusCode).toBe(200);
  expect((await pay({ ...json, cookie: "", authorization: `Bearer ${user.token}` })).statusCode).toBe(200);
  expect((await pay({ ...json, ...own, cookie: "" })).statusCode).toBe(401);
  await app.drainQueue();
});

describe("a subresource request of another site's page", () => {
  /** Public, the same for every caller and without a limit; or authenticated by a provider's signature. */
  const open = /\.css$|^\/health\/|^\/docs|\.well-known|\/sms\/receive$|^\/verify$/;
  /** Redirects to the sign-in page. */
  const redirects = /\/openauth\/|\/sso\//;

  test("is rejected on every GET route, as an image, a frame or a fetch [T-06 T-67]", async () => {
    const routes = [...(await mountedRoutes(app))].flatMap((route) => /^GET (.*)$/.exec(route)?.[1] ?? []);
    const loaded: string[] = [];
    for (const route of routes.filter((one) => !open.test(one)).toSorted())
      for (const site of ["cross-site", "same-site"])
        for (const dest of ["image", "iframe", "empty"]) {
          const response = await app.app.inject({
            url: route.replace(/:\w+/g, randomIds.publicId()),
            headers: { cookie, "sec-fetch-site": site, "sec-fetch-dest": dest },
          });
          const isRejected = redirects.test(route)
            ? response.headers.location?.startsWith("/login?social=")
            : response.statusCode === 403 && response.json<{ code: string }>().code === "cross_site";
          if (!isRejected) loaded.push(`${route} ${site} ${dest}: ${response.statusCode}`);
        }
    expect(loaded).toEqual([]);
    expect(routes).toEqual(expect.arrayContaining([`${apiBase}/events`, "/consent/:token", "/transparency"]));
  });
});
