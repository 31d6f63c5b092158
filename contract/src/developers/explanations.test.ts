import { expect, test } from "vitest";
import { nonJsonCalls } from "../non-json-calls.ts";
import { operations } from "../operations.ts";
import type { ProblemCode } from "../problems.ts";
import { scopesByCall } from "./call-scopes.ts";
import { explainProblem } from "./explanations.ts";

const general: readonly ProblemCode[] = [
  ...(["bad_input", "not_found", "too_many_requests", "unavailable", "unexpected", "scope_missing"] as const),
  ...(["key_invalid", "key_ended", "address_not_allowed", "secret_in_address", "account_suspended"] as const),
  ...(["second_factor_required", "right_missing", "email_not_confirmed", "same_key_in_flight"] as const),
];

test("every problem of a call by key has an explanation without placeholders [DP-13]", () => {
  const calls = [...Object.values(operations), ...Object.values(nonJsonCalls)];
  for (const { method, path, problems } of calls.filter((one) => scopesByCall.has(`${one.method} ${one.path}`)))
    for (const code of [...general, ...problems]) {
      const explanation = explainProblem(code, { method, route: path });
      expect([code, explanation]).toEqual([code, expect.stringMatching(/^[A-Z][^{}]{10,}$/)]);
    }
});

test("a missing scope is named, also for a call that takes no key [DP-13]", () => {
  const explain = (method: string, route: string | null) => explainProblem("scope_missing", { method, route });
  expect(explain("HEAD", "/results/{id}/source.pdf")).toMatch(/the scope reports and results:vehicle for/);
  expect(explain("POST", "/developers/keys")).toMatch(/^No key may make this call/);
  expect(explainProblem("not_found", { method: "GET", route: null })).toMatch(/^No call of the API/);
  expect(explainProblem("no_such_code", { method: "GET", route: "/verification/quote" })).toMatch(
    /^The response has this code/,
  );
});
