import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../testing/app.ts";
import {
  sampleInputOf,
  similarMissingTargets,
  sendCall,
  signedInOperations,
  createCallTargets,
} from "../testing/sample-calls.ts";
import { requestConsent, ownOrigin } from "../testing/lookup-steps.ts";
import { mountedRoutes } from "../testing/read-paths.ts";
import { limitSpecs, createRateLimiter } from "./rate-limits.ts";

/** Every response that asks to wait names the seconds. */

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  const names = Object.keys(limitSpecs).filter((name) => !["lookup_account", "code_destination"].includes(name));
  app = await createTestApp({ LIMITS: names.map((name) => `${name}=1`).join(",") });
  user = await app.user({ userType: "business", NGN: 100_000_00n });
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

describe("Retry-After", () => {
  test.each(Object.entries(limitSpecs))("is within the period of the limit %s [T-06]", async (name, spec) => {
    const limits = createRateLimiter(app.product.db.pool, 1, { [name]: 1 });
    const limit = name as keyof typeof limitSpecs;
    const whose = randomIds.publicId();
    const results = [await limits.consume(limit, whose), await limits.consume(limit, whose)];
    const [, rejected] = results;
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    const seconds = rejected?.ok === false ? rejected.problem.retryAfterSeconds : undefined;
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(spec.seconds);
  });

  test("is in every response with status 429, of operations, pages and downloads [T-06]", async () => {
    const targets = similarMissingTargets(await createCallTargets(app, user));
    const { token } = await requestConsent(app, await app.user({ NGN: 10_000_00n }));
    const form = {
      origin: ownOrigin,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    };
    const entered = await app.app.inject({
      method: "POST",
      url: `/consent/${token}/my-data`,
      headers: form,
      remoteAddress: "10.0.0.9",
    });
    const cookie = String([entered.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "";
    const limited = new Set<string>();
    const silent: string[] = [];
    const note = (route: string, response: Awaited<ReturnType<typeof sendCall>>) => {
      if (response.statusCode !== 429) return;
      limited.add(route);
      if (!/^[1-9]\d*$/.test(String(response.headers["retry-after"]))) silent.push(route);
    };
    for (const name of signedInOperations.filter((one) => !/^(close|end)/.test(one)))
      for (let time = 0; time < 2; time += 1)
        note(name, await sendCall(app.app, name, sampleInputOf(name, targets), user.token));
    for (const [name, input] of [
      ["captchaChallenge", { purpose: "login" }],
      ["resendCode", { id: randomIds.publicId() }],
      ["passkeyLoginOptions", {}],
    ] as const)
      for (let time = 0; time < 2; time += 1) note(name, await sendCall(app.app, name, input));
    const fields = new URLSearchParams({
      contact: "+2348031234567",
      id: randomIds.publicId(),
      code: "123456",
      text: "x",
    });
    const routes = [...(await mountedRoutes(app))].filter(
      (route) => !/^HEAD|^DELETE|\/events$|logout|leave|close|sessions/.test(route),
    );
    for (const route of routes.toSorted()) {
      const [method = "", pattern = ""] = route.split(" ");
      const isApi = pattern.startsWith(apiBase);
      const url = pattern
        .replace(":token", token)
        .replace(":file", `EA${randomIds.digits(14)}.pdf`)
        .replaceAll(/:\w+/g, randomIds.publicId());
      for (let time = 0; time < 3; time += 1)
        note(
          route,
          await app.app.inject({
            method: method as "GET",
            url,
            headers: isApi
              ? {
                  authorization: `Bearer ${user.token}`,
                  ...(method === "POST" && { "content-type": "application/json" }),
                }
              : { cookie, ...(method === "POST" && form) },
            ...(method === "POST" && { payload: isApi ? "{}" : fields.toString() }),
          }),
        );
    }
    expect(silent).toEqual([]);
    expect([...limited]).toEqual(
      expect.arrayContaining([
        "captchaChallenge",
        "passkeyLoginOptions",
        "checkPayment",
        "GET /api/v2/user/history.csv",
        "GET /api/v2/results/:id/report.pdf",
        "GET /consent/:token",
        "GET /consent/:token/receipt.pdf",
        "GET /my-data",
        "GET /transparency",
        "GET /verify/:code",
        "POST /my-data/code",
      ]),
    );
  }, 60_000);

  test("tells when the same person may be asked about again [T-45]", async () => {
    const payer = await app.user({ NGN: 10_000_00n });
    const pending = await requestConsent(app, payer);
    const response = await sendCall(
      app.app,
      "createSession",
      { nin: pending.nin, currency: "NGN", purpose: { code: "employment" } },
      payer.token,
    );
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([429, "asked_recently"]);
    const seconds = Number(response.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(86_000);
    expect(seconds).toBeLessThanOrEqual(86_400);
    await app.setClockOffset(seconds * 1_000);
    const later = await sendCall(
      app.app,
      "createSession",
      { nin: randomNin(), currency: "NGN", purpose: { code: "employment" } },
      payer.token,
    );
    expect(later.statusCode).toBe(200);
    await app.setClockOffset(0);
  });

  test("does not use up the Idempotency-Key: it works once the time is over [T-23]", async () => {
    const payer = await app.user();
    await app.owner.query("delete from rate_limits");
    const topUp = { type: "TOPUP", currency: "NGN", amount: "2000" };
    expect((await payer.post("/payment/flexi-initiate", topUp, { "idempotency-key": "first" })).statusCode).toBe(200);
    const rejected = await payer.post("/payment/flexi-initiate", topUp, { "idempotency-key": "second" });
    expect(rejected.statusCode).toBe(429);
    await app.setClockOffset(Number(rejected.headers["retry-after"]) * 1_000);
    expect((await payer.post("/payment/flexi-initiate", topUp, { "idempotency-key": "second" })).statusCode).toBe(200);
    await app.setClockOffset(0);
  });
});
