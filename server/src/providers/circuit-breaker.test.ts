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
  { ends: [false, false, false], state: "up", why: "a few failures change nothing" },
  { ends: [false, false, false, false], state: "down", why: "repeated failures open it" },
  {
    ends: [true, true, true, true, true, false, false, false, false],
    state: "up",
    why: "failures among more successes do not",
  },
])("$why", ({ ends, state }) => expect(after(...ends).breaker.health().state).toBe(state));

test("failures that are long ago do not count", () => {
  const { clock, breaker } = after(false, false, false);
  clock.pass(rules.windowMs + 1);
  breaker.end(false, 100);
  expect(breaker.health().state).toBe("up");
});

test("an open breaker lets nobody through, then one at a time after the pause", () => {
  const { clock, breaker } = after(false, false, false, false);
  expect(breaker.start()).toBe(false);
  clock.pass(rules.pauseMs);
  expect([breaker.start(), breaker.start()]).toEqual([true, false]);
});

test("it is down only as long as nobody may try: a provider that is back is found out by whoever asks next", () => {
  const { clock, breaker } = after(false, false, false, false);
  expect(breaker.health().state).toBe("down");
  clock.pass(rules.pauseMs);
  expect(breaker.health().state).toBe("slow");
  breaker.start();
  expect(breaker.health().state).toBe("down"); // while one tries, nobody else does
  breaker.end(true, 100);
  expect(breaker.health().state).toBe("up");
});

test("a bad try starts the pause again, a good one closes it", () => {
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

test("a try whose end was never told does not shut it for ever", () => {
  const { clock, breaker } = after(false, false, false, false);
  clock.pass(rules.pauseMs);
  breaker.start();
  clock.pass(rules.windowMs);
  expect(breaker.start()).toBe(true);
});

test("it tells the middle of the latest answers and calls a late one slow", () => {
  const breaker = new CircuitBreaker(createManualClock(), rules);
  expect(breaker.health()).toEqual({ state: "up", usualSeconds: null });
  for (const ms of [100, 1_240, 9_000]) breaker.end(true, ms);
  expect(breaker.health()).toEqual({ state: "up", usualSeconds: 1.2 });
  for (const ms of [9_000, 9_000, 9_000]) breaker.end(true, ms);
  expect(breaker.health()).toEqual({ state: "slow", usualSeconds: 9 });
});

test("X-21: a provider that fails in a row is left alone, and every call is counted by how it ended", async () => {
  const server = await startWireServer();
  const clock = createManualClock();
  const { line, outside, registry } = createTestClient("somebody", { rules, clock });
  const ask = () => line.request({ method: "GET", url: server.url });
  server.respondWith(respondJson(500, {}));
  for (let at = 0; at < 4; at++) await ask();
  expect(await ask()).toEqual({ kind: "refused_connection", why: "breaker_open" });
  expect(server.requests).toHaveLength(4);
  server.respondWith(respondJson(200, {}));
  clock.pass(rules.pauseMs);
  expect(await ask()).toMatchObject({ kind: "answer", status: 200 });
  const told = await registry.metrics();
  expect(told).toContain('idanimo_provider_calls_total{provider="somebody",outcome="server_error"} 4');
  expect(told).toContain('idanimo_provider_calls_total{provider="somebody",outcome="breaker_open"} 1');
  expect(told).toContain('idanimo_provider_calls_total{provider="somebody",outcome="good"} 1');
  expect(told).toContain('idanimo_provider_seconds_count{provider="somebody"} 5');
  outside.close();
  await server.close();
});
