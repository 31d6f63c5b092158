import { expect, test } from "vitest";
import { CircuitBreaker, type BreakerRules } from "./circuit-breaker.ts";
import { respondJson, createManualClock, createTestClient, startWireServer } from "./testing/wire-server.ts";

const rules: BreakerRules = { failures: 4, windowMs: 60_000, pauseMs: 15_000, slowMs: 5_000 };

function after(...ends: readonly boolean[]) {
  const clock = createManualClock();
  const breaker = new CircuitBreaker(clock, rules);
  for (const good of ends) {
    breaker.start();
    breaker.end(good, 100);
  }
  return { clock, breaker };
}

test("stays open until a call ends well, also while one may try", () => {
  const { clock, breaker } = after(false, false, false);
  expect(breaker.isOpen).toBe(false);
  breaker.end(false, 100);
  clock.pass(rules.pauseMs);
  expect([breaker.isOpen, breaker.start(), breaker.isOpen]).toEqual([true, true, true]);
  breaker.end(true, 100);
  expect(breaker.isOpen).toBe(false);
});

test.each([
  { ends: [false, false, false], state: "up", why: "stays closed after a few failures" },
  { ends: [false, false, false, false], state: "down", why: "opens after repeated failures" },
  {
    ends: [true, true, true, true, true, false, false, false, false],
    state: "up",
    why: "stays closed if most calls succeed",
  },
])("$why", ({ ends, state }) => expect(after(...ends).breaker.health().state).toBe(state));

test("ignores failures before the window", () => {
  const { clock, breaker } = after(false, false, false);
  clock.pass(rules.windowMs + 1);
  breaker.end(false, 100);
  expect(breaker.health().state).toBe("up");
});

test("allows no call while open, then one at a time after the pause", () => {
  const { clock, breaker } = after(false, false, false, false);
  expect(breaker.start()).toBe(false);
  clock.pass(rules.pauseMs);
  expect([breaker.start(), breaker.start()]).toEqual([true, false]);
});

test("reports down only until a call is allowed, which discovers a recovery", () => {
  const { clock, breaker } = after(false, false, false, false);
  expect(breaker.health().state).toBe("down");
  clock.pass(rules.pauseMs);
  expect(breaker.health().state).toBe("slow");
  breaker.start();
  expect(breaker.health().state).toBe("down"); // one call tries, others may not
  breaker.end(true, 100);
  expect(breaker.health().state).toBe("up");
});

test("restarts the pause after a failed try and closes after a successful one", () => {
  const { clock, breaker } = after(false, false, false, false);
  clock.pass(rules.pauseMs);
  breaker.start();
  breaker.end(false, 100);
  expect(breaker.start()).toBe(false);
  clock.pass(rules.pauseMs);
  breaker.start();
  breaker.end(true, 100);
  expect([breaker.start(), breaker.health().state]).toEqual([true, "up"]);
});

test("allows another try if the end of the last one was never reported", () => {
  const { clock, breaker } = after(false, false, false, false);
  clock.pass(rules.pauseMs);
  breaker.start();
  clock.pass(rules.windowMs);
  expect(breaker.start()).toBe(true);
});

test("reports the median of the latest response times, and slow above the limit", () => {
  const breaker = new CircuitBreaker(createManualClock(), rules);
  expect(breaker.health()).toEqual({ state: "up", usualSeconds: null });
  for (const ms of [100, 1_240, 9_000]) breaker.end(true, ms);
  expect(breaker.health()).toEqual({ state: "up", usualSeconds: 1.2 });
  for (const ms of [9_000, 9_000, 9_000]) breaker.end(true, ms);
  expect(breaker.health()).toEqual({ state: "slow", usualSeconds: 9 });
});

test("stops calls after consecutive failures and counts every outcome [X-21]", async () => {
  const server = await startWireServer();
  const clock = createManualClock();
  const { line, outside: httpClient, registry } = createTestClient("example", { rules, clock });
  const ask = () => line.request({ method: "GET", url: server.url });
  server.respondWith(respondJson(500, {}));
  for (let at = 0; at < 4; at++) await ask();
  expect(await ask()).toEqual({ kind: "refused_connection", why: "breaker_open" });
  expect(server.requests).toHaveLength(4);
  server.respondWith(respondJson(200, {}));
  clock.pass(rules.pauseMs);
  expect(await ask()).toMatchObject({ kind: "response", status: 200 });
  const metrics = await registry.metrics();
  expect(metrics).toContain('idanimo_provider_calls_total{provider="example",outcome="server_error"} 4');
  expect(metrics).toContain('idanimo_provider_calls_total{provider="example",outcome="breaker_open"} 1');
  expect(metrics).toContain('idanimo_provider_calls_total{provider="example",outcome="good"} 1');
  expect(metrics).toContain('idanimo_provider_seconds_count{provider="example"} 5');
  httpClient.close();
  await server.close();
});
