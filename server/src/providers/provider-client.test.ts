import { expect, test } from "vitest";
import { createTestClient } from "./testing/wire-server.ts";

test("logs each failed call with provider and outcome, and no successful call [R-27]", async () => {
  const logged: object[] = [];
  const { line, outside: httpClient } = createTestClient("smtp", {
    log: { warn: (facts, words) => logged.push({ ...facts, words }) },
  });
  await line.guard(null, () => Promise.resolve({ value: 1, outcome: "good" }));
  await line.guard(null, () => Promise.resolve({ value: 2, outcome: "greeting_554" }));
  await expect(line.guard(null, () => Promise.reject(new Error("a secret")))).rejects.toThrow("a secret");
  expect(logged).toMatchObject([
    { provider: "smtp", outcome: "greeting_554", words: "a call to a provider failed" },
    { provider: "smtp", outcome: "thrown" },
  ]);
  expect(JSON.stringify(logged)).not.toContain("a secret");
  httpClient.close();
});
