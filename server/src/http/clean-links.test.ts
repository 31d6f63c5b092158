import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { requestConsent } from "../testing/lookup-steps.ts";
import { cleanLink } from "./clean-links.ts";

const token = "Zk-_".repeat(10) + "abc";
const trailings = [
  ".",
  ",",
  ")",
  ";",
  "!",
  "'",
  "%3E",
  ">",
  "/",
  "%20",
  "%E2%80%8B",
  "%C2%A0",
  "%22",
  "*",
  "%EF%BC%8C",
  ".%20",
  ").",
  "/.",
  "//",
];

describe("cleanLink", () => {
  test.each(trailings)("removes %s from the end of a link [T-39]", (trailing) => {
    expect(cleanLink(`/consent/${token}${trailing}`)).toBe(`/consent/${token}`);
    expect(cleanLink(`/reset-password/ada%2Bwork%40example.ng/${token}${trailing}?a=.`)).toBe(
      `/reset-password/ada%2Bwork%40example.ng/${token}?a=.`,
    );
  });

  test.each(["/", "/my-data", `/consent/${token}`, "/consent/x/receipt.pdf", "/?utm=a.", "/reach/_-"])(
    "leaves %s as it is [T-39]",
    (link) => expect(cleanLink(link)).toBeUndefined(),
  );

  test("never leads to another host [T-61]", () => {
    const part = fc.constantFrom("/", "//", "\\", "evil.example", ".", "%2F", "%5C", "@", ":", "consent", "%20", "?");
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const link = cleanLink(`/${parts.join("")}`);
        if (link === undefined) return;
        expect(new URL(link, "https://idanimo.test").origin).toBe("https://idanimo.test");
        expect(cleanLink(link)).toBeUndefined();
      }),
    );
  });
});

describe("links in messages", () => {
  let app: TestApp;
  beforeAll(async () => void (app = await createTestApp()));
  afterEach(() => app.checkInvariants());
  afterAll(() => app.close());

  test.each(trailings)("lead to their page with %s after them, and decide nothing [T-39]", async (trailing) => {
    const pending = await requestConsent(app, await app.user({ NGN: 10_000_00n }));
    const links = [
      `/consent/${pending.token}`,
      `/consent/${pending.token}/report`,
      "/my-data",
      "/verify",
      "/login",
      "/email-confirm",
      `/reset-password/a%40example.ng/${token}`,
      "/api/v2/user/receipts/EA12345678901234.pdf",
    ];
    for (const method of ["GET", "HEAD"] as const)
      for (const link of links) {
        const response = await app.app.inject({ method, url: link + trailing });
        expect([response.statusCode, response.headers.location, response.headers["cache-control"]]).toEqual([
          302,
          link,
          "no-store",
        ]);
      }
    expect((await app.app.inject({ url: `/consent/${pending.token}` })).statusCode).toBe(200);
    const row = await app.owner.query("select state from consents where request_id = $1", [pending.itemId]);
    expect(row.rows).toEqual([{ state: "pending" }]);
  });

  test.each(["POST /consent/x./grant", "GET /api/v2/user/profile.", "GET /docs/", "GET /assets/", "GET /health/live."])(
    "are the only URLs that redirect: not %s [T-39]",
    async (route) => {
      const [method = "", url = ""] = route.split(" ");
      const response = await app.app.inject({ method: method as "GET", url });
      expect(response.headers.location).toBeUndefined();
    },
  );
});
