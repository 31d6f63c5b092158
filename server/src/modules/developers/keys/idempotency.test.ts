import { operationScopes } from "@idanimo/contract/developers/call-scopes";
import type { Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { callWithKey, createKey } from "../../../testing/developer-steps.ts";
import { createOrganisation, outcome } from "../../../testing/organisation-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

/** Calls that a repetition does not change: they read, wait, set a value, or reject a second time by themselves. */
const harmlessToRepeat = ["submit", "labelRequest", "cancelRequest", "remindSubject"];

describe("a program's Idempotency-Key", () => {
  test("is accepted by every call of a key that creates or pays [DP-15]", () => {
    const creating = Object.entries<Operation>(operations).flatMap(([name, { method, acceptsIdempotencyKey }]) => {
      const scopes: Readonly<Record<string, readonly string[] | null>> = operationScopes;
      const isCreating = method === "POST" && scopes[name]?.includes("checks:create") === true;
      return isCreating && !harmlessToRepeat.includes(name) ? [[name, acceptsIdempotencyKey] as const] : [];
    });
    const ofTestMode = ["decideTestConsent", "replyToTestMessage"];
    expect(Object.fromEntries(creating.filter(([name]) => !ofTestMode.includes(name)))).toEqual({
      createSession: true,
      walletPayment: true,
      askPlateOwner: true,
      askGuardian: true,
    });
  });

  test("returns the same response for 24 hours, and 422 for another body [DP-15]", async () => {
    const owner = await createOrganisation(app, { NGN: 5_000_00n });
    const key = await createKey(owner, ["checks:create"]);
    const make = (nin: string) =>
      callWithKey(app, key.secret, "/verification/session", {
        method: "POST",
        body: { nin, currency: "NGN", purpose: { code: "employment" } },
        headers: { "idempotency-key": "order 4711" },
      });
    const first = await make("12345678901");
    expect(outcome(first)).toBe("done");
    await app.setClockOffset(24 * 3_600_000);
    await app.runSchedule("delete_expired_rows");
    const again = await make("12345678901");
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(outcome(await make("12345678902"))).toBe("422 same_key_other_body");
    const made = await app.owner.query("select from purchases where owner_id = $1", [owner.organisationId]);
    expect(made.rowCount).toBe(1);
  });
});
