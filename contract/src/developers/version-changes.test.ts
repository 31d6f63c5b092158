import { expect, test } from "vitest";
import * as z from "zod/mini";
import { history, searchHistory } from "../history.ts";
import type { Operation } from "../operation.ts";
import { operations } from "../operations.ts";
import { checkConsent } from "../verification.ts";
import { operationScopes } from "./call-scopes.ts";
import { testInbox } from "./test-mode.ts";
import { composeTransforms, newestOutput, responseTransforms } from "./version-changes.ts";
import { apiVersions, newestVersion } from "./versions.ts";

const asked = [
  { channel: "sms", state: "failed", at: "2026-11-28T10:00:00Z" },
  { channel: "mail", state: "sent", at: "2026-11-28T10:05:00Z" },
];
const row = { id: "a", consent: "No data found", status: "no data found" };
const bodies: readonly (readonly [string, Operation, object, object])[] = [
  [
    "checkConsent",
    checkConsent,
    { consent: "No data found", asked, data: { photo: "x" } },
    { consent: "no_data_found", asked: [asked[0], { ...asked[1], channel: "email" }], data: { photo: "x" } },
  ],
  ...[history, searchHistory].map(
    (operation) =>
      [
        operation.method,
        operation,
        { requests: [row, { ...row, consent: "granted" }], next: null },
        {
          requests: [
            { ...row, consent: "no_data_found" },
            { ...row, consent: "granted" },
          ],
          next: null,
        },
      ] as const,
  ),
  [
    "testInbox",
    testInbox,
    {
      messages: [
        { id: "a", channel: "mail" },
        { id: "b", channel: "sms" },
      ],
    },
    {
      messages: [
        { id: "a", channel: "email" },
        { id: "b", channel: "sms" },
      ],
    },
  ],
];

test.each(bodies)(
  "changes the words of %s in 2026-11-28 and nothing else [DP-16]",
  (_name, operation, before, after) => {
    const transforms = responseTransforms(operation);
    expect(transforms.get("2026-11-27")).toBeUndefined();
    expect(transforms.get("2026-11-28")?.(before)).toEqual(after);
  },
);

test("describes the newest version, and leaves the first one to the web application [DP-16]", () => {
  const consentOf = (schema: z.ZodMiniType) => JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any" }));
  expect(consentOf(newestOutput(checkConsent))).not.toContain("No data found");
  expect(consentOf(checkConsent.output)).toContain("No data found");
  expect(newestOutput(operations.quote)).toBe(operations.quote.output);
});

test("changes only operations that a key may call [DP-16]", () => {
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    if (responseTransforms(operation).size === 0) continue;
    const scopes: Readonly<Record<string, unknown>> = operationScopes;
    expect([name, scopes[name] ?? null]).not.toEqual([name, null]);
    expect([name, responseTransforms(operation).has(newestVersion)]).toEqual([name, true]);
  }
});

test("applies the changes of several versions in their order [DP-16]", () => {
  const first = { operation: checkConsent, output: z.object({}), transform: (body: object) => ({ ...body, a: 1 }) };
  const second = { ...first, transform: (body: { a: number }) => ({ ...body, b: body.a + 1 }) };
  const changes = { [apiVersions[0]]: [first], [apiVersions[1]]: [second] };
  const transforms = composeTransforms(checkConsent, changes);
  expect(transforms.get(apiVersions[0])?.({ id: "x" })).toEqual({ id: "x", a: 1 });
  expect(transforms.get(apiVersions[1])?.({ id: "x" })).toEqual({ id: "x", a: 1, b: 2 });
  expect(composeTransforms(history, changes).size).toBe(0);
});
