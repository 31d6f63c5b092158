import { consoleOperations } from "@idanimo/contract/console/operations";
import { hasRight, operatorRoles, rightHolders } from "@idanimo/contract/console/rights";
import { operations } from "@idanimo/contract/operations";
import { apiBase, type Operation } from "@idanimo/contract/operation";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../http/cookies.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { codeOf, createTestConsole, testBrowser, type TestConsole, type TestOperator } from "../testing/console.ts";
import { consoleRoute } from "./mount.ts";

let product: TestApp;
let operatorConsole: TestConsole;
let user: TestUser;
const operators = new Map<string, TestOperator>();
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  user = await product.user();
  for (const role of operatorRoles) operators.set(role, await operatorConsole.operator(role));
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

const urlOf = (operation: (typeof consoleOperations)[number]) =>
  consoleRoute(operation).replace(/:\w+/g, () => randomUUID());
const signedIn = consoleOperations.filter(({ access }) => access === "signed_in");

describe("the console's operations", () => {
  test.each(
    signedIn.flatMap((operation) =>
      operatorRoles.map((role) => ({ operation, role, name: `${operation.method} ${operation.path}` })),
    ),
  )("$name checks the right of $role", async ({ operation, role }) => {
    const operator = operators.get(role);
    if (operation.path === "/sign-out" || !operator) return;
    const isAllowed = operation.operatorRight === null || hasRight([role], operation.operatorRight);
    // an empty body is invalid for most calls, but the right is checked first
    const response =
      operation.method === "GET"
        ? await operatorConsole.app.inject({
            url: urlOf(operation),
            headers: { cookie: operator.cookie, "user-agent": testBrowser },
          })
        : await operatorConsole.app.inject({
            method: "POST",
            url: urlOf(operation),
            payload: "{}",
            headers: operator.headers,
          });
    expect(response.statusCode === 403 && codeOf(response) === "operator_right_missing").toBe(!isAllowed);
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  test("give every right to the owner, but the words of grievances to the privacy officer alone [OC-14]", () => {
    for (const [right, holders] of Object.entries(rightHolders))
      expect([right, ...holders]).toContain(right === "read_grievance_text" ? "privacy" : "owner");
    expect(rightHolders.read_grievance_text).toEqual(["privacy"]);
  });

  test.each(signedIn.map((operation) => ({ operation, name: `${operation.method} ${operation.path}` })))(
    "$name rejects a customer's cookie and bearer token [OC-02]",
    async ({ operation }) => {
      const { method } = operation;
      const payload = method === "GET" ? {} : { payload: "{}" };
      for (const credentials of [
        { cookie: `${sessionCookieName}=${user.token}` },
        { authorization: `Bearer ${user.token}` },
        { cookie: `__Host-operator=${user.token}` },
        {},
      ]) {
        const response = await operatorConsole.app.inject({
          method,
          url: urlOf(operation),
          ...payload,
          headers: { ...operators.get("owner")?.headers, cookie: "", ...credentials },
        });
        expect(response.statusCode).toBe(401);
      }
    },
  );

  test("reject a changing call without the token, origin or key [OC-18]", async () => {
    const owner = operators.get("owner");
    if (!owner) throw new Error("no owner");
    const body = { value: "ada@example.test", reason: "asked_us" };
    const sent = async (headers: Record<string, string>) => (await owner.post("/find", body, headers)).statusCode;
    expect(await sent({})).toBe(404);
    expect(await sent({ "x-csrf-token": "wrong" })).toBe(403);
    expect(await sent({ origin: "http://localhost:8080", "sec-fetch-site": "same-site" })).toBe(403);
    expect(await sent({ "idempotency-key": "" })).toBe(400);
    expect(await sent({ "content-type": "text/plain" })).toBe(415);
  });

  test("use no part of a sign-in from another browser", async () => {
    const owner = operators.get("owner");
    const response = await operatorConsole.app.inject({
      url: "/console/v1/me",
      headers: { cookie: owner?.cookie, "user-agent": "Mozilla/5.0 Chrome/140.0 Safari/537.36" },
    });
    expect(response.statusCode).toBe(401);
  });
});

test("the customers' operations reject an operator's cookie [OC-02]", async () => {
  const owner = operators.get("owner");
  const token = owner?.cookie.split("=")[1] ?? "";
  const guarded = Object.values<Operation>(operations).filter(({ access }) => access === "signed_in");
  expect(guarded.length).toBeGreaterThan(30);
  for (const { method, path } of guarded)
    for (const headers of [
      { cookie: owner?.cookie },
      { cookie: `${sessionCookieName}=${token}` },
      { authorization: `Bearer ${token}` },
    ]) {
      const response = await product.app.inject({
        method,
        url: apiBase + path.replace(/\{\w+\}/g, "x"),
        ...(method === "POST" && { payload: "{}" }),
        headers: {
          ...(method === "POST" && { "content-type": "application/json" }),
          "sec-fetch-site": "same-origin",
          ...headers,
        },
      });
      expect([path, response.statusCode]).toEqual([path, 401]);
    }
});

test("nothing of the console responds on the customers' address [OC-01]", async () => {
  for (const operation of consoleOperations) {
    const response = await product.app.inject({ method: operation.method, url: urlOf(operation) });
    expect([operation.path, response.statusCode]).toEqual([operation.path, 404]);
  }
});
