import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { createTestConsole, type TestConsole } from "../testing/console.ts";

let product: TestApp;
let operatorConsole: TestConsole;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
});
afterAll(() => product.close());

describe("the console's database role", () => {
  test.each([
    "select from results",
    "select from result_parts",
    "select contact_sealed from consents",
    "select search_sealed from verification_requests",
    "select value_masked from verification_requests",
    "select response_sealed from lookup_attempts",
    "select sealed from outbox_messages",
    "select password_hash from users",
    "select nin_sealed from users",
    "update users set email = email",
    "select contact_hash from subject_cases",
    "delete from audit_log",
    "update ledger_accounts set balance_minor = 0",
  ])("may not run: %s [OC-07]", async (text) => {
    await expect(operatorConsole.deps.db.pool.query(text)).rejects.toThrow("permission denied");
  });
});
