import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { apiBase, type Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { type NonJsonCall, nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PublicSurface, startPublicSurface } from "./testing/public-surface.ts";

let surface: PublicSurface;
let demo: FastifyInstance;
let production: FastifyInstance;
beforeAll(async () => {
  surface = await startPublicSurface();
  ({ demo, production } = surface);
});
afterAll(() => surface.close());

const page = { accept: "text/html" };
/** An empty authorization is replaced by that of a signed-in user. */
const everywhere: readonly [string, string, string, Record<string, string>?, string?][] = [
  ["a document", "GET", "/", page],
  ["the sign-in document", "GET", "/sign-in", page],
  ["the application at another path", "GET", "/main-dashboard", page],
  ["a built file", "GET", "/assets/app-1a2b.js"],
  ["a missing file", "GET", "/assets/none.js"],
  ["health", "GET", "/health/live"],
  ["readiness", "GET", "/health/ready"],
  ["a document whose path begins like that", "GET", "/healthy", page],
  ["the API description's page", "GET", "/docs/"],
  ["the API description", "GET", "/docs/json"],
  ["a public operation", "GET", `${apiBase}/captcha/challenge?purpose=login`],
  ["a signed-in operation", "GET", `${apiBase}/user/profile`, { authorization: "" }],
  ["the same with HEAD", "HEAD", `${apiBase}/user/profile`, { authorization: "" }],
  ["the event stream", "GET", `${apiBase}/events`, { authorization: "" }],
  ["an operation without a session", "GET", `${apiBase}/user/profile`],
  ["an unknown operation", "GET", `${apiBase}/nothing`],
  ["another method", "DELETE", `${apiBase}/user/profile`],
  ["a preflight", "OPTIONS", `${apiBase}/user/profile`],
  ["a bad body", "POST", `${apiBase}/auth/login`, { "content-type": "application/json" }, "{"],
  ["a body as text/plain", "POST", `${apiBase}/auth/login`, { "content-type": "text/plain" }, "x"],
  ["a large body", "POST", `${apiBase}/auth/login`, { "content-type": "application/json" }, `"${"x".repeat(70_000)}"`],
  ["the SMS gateway", "POST", `${apiBase}/sms/receive`, { "content-type": "application/json" }, "{}"],
  ["an unknown link of a subject", "GET", `/consent/${"A".repeat(43)}`],
  [
    "a subject's form from another site",
    "POST",
    `/consent/${"A".repeat(43)}/grant`,
    { origin: "https://evil.example" },
  ],
  ["the subject's stylesheet", "GET", "/consent/page.css"],
  ["the personal-data page", "GET", "/my-data"],
  ["a copy of the data without a session", "GET", "/my-data/copy.json"],
  ["an action on it from another site", "POST", "/my-data/block-everybody", { origin: "https://evil.example" }],
  ["the page that checks a report", "GET", "/verify"],
  ["an unknown report", "GET", "/verify/22222-22222-22222-22222"],
  [
    "a file for an unknown report",
    "POST",
    "/verify/22222-22222-22222-22222",
    { "content-type": "multipart/form-data" },
    "x",
  ],
  ["a file from another site", "POST", "/verify/x", { origin: "https://evil.example" }],
  ["the stylesheet of these pages", "GET", "/verify/page.css"],
  ["an invalid URL", "GET", "/%"],
  ["an invalid API URL", "GET", `${apiBase}/verification/session/%E0%A4%A`],
  ["a URL that is too long", "GET", `${apiBase}/verification/session/${"A".repeat(400)}`],
  ["an escaped API path", "GET", "/%61pi/v2/user/profile"],
  ["a path segment that is too long", "POST", `/consent/${"A".repeat(201)}/grant`],
  ["a path traversal", "GET", "/..%2f..%2fetc%2fpasswd"],
];

const isData = /^\/((a|%61)pi|health)\//;

type Asked = { readonly method: string; readonly path: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Sends a real HTTP request, because Node writes the headers. Returns the headers and each name as often as it
 * arrived.
 */
async function ask(app: FastifyInstance, options: Asked, payload = "") {
  const { port } = app.server.address() as AddressInfo;
  const length = payload !== "" && { "content-length": Buffer.byteLength(payload) };
  const headers: Record<string, string | number> = { ...options.headers, ...length };
  if (headers["authorization"] === "") headers["authorization"] = `Bearer ${surface.token}`;
  const sentRequest = request({ ...options, port, headers, agent: false }).end(payload);
  const [response] = (await once(sentRequest, "response")) as [IncomingMessage];
  if (headers["authorization"]) expect(response.statusCode).toBe(200);
  response.destroy();
  return { headers: response.headers, names: response.rawHeaders.filter((_one, at) => at % 2 === 0) };
}

describe.each(everywhere)("%s", (_what, method, path, headers = {}, payload) => {
  test("has every security header once [T-63 T-76]", async () => {
    const { headers: got, names } = await ask(production, { method, path, headers }, payload);
    expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual(Object.keys(got).toSorted());
    const policy = String(got["content-security-policy"]);
    const parts = policy.split(";").map((one) => one.trim());
    const nothing = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
    expect(parts).toEqual(expect.arrayContaining(nothing));
    if (isData.test(path)) expect(parts.toSorted()).toEqual([...nothing, "form-action 'none'"].toSorted());
    else expect(parts).toEqual(expect.arrayContaining(["script-src 'self'", "form-action 'self'"]));
    expect(policy).not.toMatch(/script-src[^;]*unsafe|(?<!style-src-attr )'unsafe-inline'|\*/);
    expect(got).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(got["referrer-policy"]).toMatch(/^(strict-origin-when-cross-origin|same-origin)$/);
    expect(got["permissions-policy"]).toContain("camera=()");
    expect(got["x-powered-by"]).toBeUndefined();
    expect(got["server"]).toBeUndefined();
  });

  test("is not readable by other sites, and API responses are not cached [T-67]", async () => {
    const elsewhere = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const response = await ask(demo, { method, path, headers: { ...headers, ...elsewhere } }, payload);
    expect(Object.keys(response.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    if (isData.test(path)) expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.headers["strict-transport-security"]).toBeUndefined(); // plain http on loopback
  });
});

test("only this site may frame the payment return page, and no other page [T-63]", async () => {
  const { headers } = await production.inject({ url: "/payment/return?x=1", headers: page });
  expect(String(headers["content-security-policy"])).toContain("frame-ancestors 'self'");
  expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
  for (const url of ["/payment/return/", "/payment/returned", "/x?/payment/return"])
    expect((await production.inject({ url, headers: page })).headers["x-frame-options"]).toBe("DENY");
});

describe("the mounted routes", () => {
  /** Pages of the server, which are not part of the API. */
  const pages = [
    "GET /consent/page.css",
    "GET /consent/:token",
    "POST /consent/:token/my-data",
    "POST /consent/:token/preview",
    "GET /consent/:token/receipt.pdf",
    "GET /consent/:token/report",
    "GET /consent/:token/wrong-person",
    "GET /my-data",
    "GET /my-data/page.css",
    "POST /my-data/code",
    "POST /my-data/enter",
    "POST /my-data/leave",
    "POST /my-data/requests/:id/take-back",
    "POST /my-data/requests/:id/no",
    "POST /my-data/requests/:id/block",
    "POST /my-data/unblock",
    "POST /my-data/block-everybody",
    "POST /my-data/unblock-everybody",
    "GET /my-data/ask/correction",
    "POST /my-data/ask/correction",
    "GET /my-data/ask/access",
    "POST /my-data/ask/access",
    "GET /my-data/ask/grievance",
    "POST /my-data/ask/grievance",
    "GET /my-data/erasure",
    "POST /my-data/erasure",
    "GET /my-data/copy",
    "GET /my-data/copy.json",
    "GET /my-data/copy.pdf",
    "POST /consent/:token/grant",
    "POST /consent/:token/deny",
    "POST /consent/:token/withdraw",
    "POST /consent/:token/report",
    "POST /consent/:token/wrong-person",
    "GET /verify",
    "GET /verify/page.css",
    "GET /verify/:code",
    "POST /verify/:code",
  ];

  /** SCIM 2.0, which RFC 7644 and docs/scim.md describe. */
  const scim = [
    ...["ServiceProviderConfig", "ResourceTypes", "ResourceTypes/:id", "Schemas", "Schemas/:id"].map(
      (path) => `GET ${apiBase}/scim/v2/${path}`,
    ),
    ...["Users", "Groups"].flatMap((path) => [
      ...["GET", "POST"].map((method) => `${method} ${apiBase}/scim/v2/${path}`),
      ...["GET", "PUT", "PATCH", "DELETE"].map((method) => `${method} ${apiBase}/scim/v2/${path}/:id`),
    ]),
  ];

  test("include each described operation and each page, and nothing else [T-66 API-01 API-27]", () => {
    /** A route without its parameter names; a file name may be one of them. */
    const shapeOf = (route: string) => route.replaceAll(/\{\w+\}(\.pdf)?|:\w+/g, "*");
    const calls: readonly (Operation | NonJsonCall)[] = [...Object.values(operations), ...Object.values(nonJsonCalls)];
    const described = calls.map(({ method, path }) => `${method} ${apiBase}${path}`);
    const here = surface.mounted.filter(
      (route) => !route.startsWith("HEAD ") && /\s(\/api\/|\/consent|\/my-data|\/verify)/.test(route),
    );
    expect(here.map(shapeOf).toSorted()).toEqual([...described, ...pages, ...scim].map(shapeOf).toSorted());
  });

  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "GET", "POST"])(
    "return 404 or 405 for %s where it is not described [T-66]",
    async (method) => {
      for (const { method: own, path } of Object.values<Operation>(operations)) {
        const other = Object.values<Operation>(operations).some((one) => one.path === path && one.method === method);
        if (own === method || other) continue;
        const response = await demo.inject({
          method: method as "GET",
          url: apiBase + path.replaceAll(/\{\w+\}/g, "x"),
        });
        expect([404, 405]).toContain(response.statusCode);
      }
    },
  );

  test.each([
    "/.git/config",
    "/.env",
    "/%2eenv",
    "/assets/app-1a2b.js.map",
    "/documents.json",
    "/package.json",
    "/api/v1/user/profile",
    "/API/V2/user/profile",
    "/docs/..%2f.env",
    "/swagger.json",
    "/metrics",
    "/admin",
    "/graphile",
  ])("do not include %s [T-66]", async (url) => {
    expect((await demo.inject({ url })).statusCode).toBe(404);
  });

  test("never return the application for an API URL [T-66]", async () => {
    const response = await demo.inject({ url: `${apiBase}/nothing`, headers: page });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, "not_found"]);
  });
});

test.each(["/my-data", "/verify", "/verify/22222-22222-22222-22222", "/transparency", `/consent/${"A".repeat(43)}`])(
  "the footer of %s links to the page that checks a report [LAND-07]",
  async (url) => {
    const { body } = await demo.inject({ url, headers: page });
    expect(body.slice(body.indexOf("<footer>"))).toContain('<a href="/verify">Check a report</a>');
  },
);

test("the health routes return the state in their status", async () => {
  expect((await demo.inject({ url: "/health/ready" })).statusCode).toBe(200);
  expect((await production.inject({ url: "/health/ready" })).statusCode).toBe(503);
  expect((await production.inject({ url: "/health/live" })).statusCode).toBe(200);
});
