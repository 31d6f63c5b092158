import { expect, test } from "vitest";
import { operationScopes } from "./call-scopes.ts";
import { callExamples } from "./examples.ts";
import { fillSampleValues, missingSampleValue, sampleValuesIn } from "./sample-values.ts";
import { curlSample, requestOf, typescriptSample } from "./samples.ts";

test("there is an example of each call that a key may make [DP-20]", () => {
  const scoped = Object.entries(operationScopes).flatMap(([name, scopes]) => (scopes === null ? [] : [name]));
  expect(Object.keys(callExamples).toSorted()).toEqual(scoped.toSorted());
});

test("puts the members of an input into the path, the query or the body [DP-20]", () => {
  expect(requestOf({ method: "GET", path: "/a/{id}", input: { id: "1", size: 2 } })).toEqual({
    address: "/api/v2/a/1?size=2",
    body: undefined,
  });
  expect(requestOf({ method: "POST", path: "/a/{id}", input: { id: "1", size: 2 } })).toEqual({
    address: "/api/v2/a/1",
    body: { size: 2 },
  });
});

test("writes samples with the values of other calls as variables [DP-20]", () => {
  const call = {
    name: "cancelRequest",
    method: "POST",
    path: "/verification/requests/{id}/cancel",
    input: { id: "$REQUEST_ID", note: "a" },
    acceptsIdempotencyKey: true,
  };
  expect(curlSample(call)).toBe(`curl "$IDANIMO_URL/api/v2/verification/requests/$REQUEST_ID/cancel" \\
  -H "Authorization: Bearer $IDANIMO_KEY" \\
  -H "Idanimo-Version: 2026-11-28" \\
  -H "Idempotency-Key: order-1042" \\
  -H "Content-Type: application/json" \\
  -d @- <<END
{
  "note": "a"
}
END`);
  expect(typescriptSample({ ...call, input: { id: "$REQUEST_ID" } })).toContain(
    "const response = await idanimo.cancelRequest({ id: process.env.REQUEST_ID! });",
  );
  const search = { type: "rc", options: [], records: 1 };
  expect(
    typescriptSample({ name: "purchaseLimits", input: { searches: [search, search], currency: "NGN" } }),
  ).toContain(
    `idanimo.purchaseLimits({
  searches: [
    { type: "rc", options: [], records: 1 },
    { type: "rc", options: [], records: 1 },
  ],
  currency: "NGN",
});`,
  );
});

test("finds the values for further calls in a response [DP-20]", () => {
  const created = { sessionCode: "s", transactionID: "EA1", quote: { total: 588.5, lines: [] } };
  expect(sampleValuesIn("createSession", created)).toEqual({
    SESSION_CODE: "s",
    TRANSACTION_ID: "EA1",
    AMOUNT: "588.5",
  });
  expect(sampleValuesIn("readSession", { items: [{ requestId: "a" }, { requestId: "b" }] })).toEqual({
    REQUEST_ID: "a",
  });
  expect(sampleValuesIn("createWebhook", { id: "e", secret: "whsec_x" })).toEqual({ ENDPOINT_ID: "e" });
  expect(fillSampleValues("$SESSION_CODE and $AMOUNT", { AMOUNT: "1" })).toBe("$SESSION_CODE and 1");
  expect(missingSampleValue("a $SESSION_CODE b")).toBe("SESSION_CODE");
  expect(missingSampleValue("costs $5 and $OTHER")).toBeUndefined();
});
