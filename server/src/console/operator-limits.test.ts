import { viewsPerDay } from "@idanimo/contract/console/rights";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, type TestConsole, testBrowser } from "../testing/console.ts";

/** Limits of operators, and what a sign-in is bound to (sections 7 and 8 of the specification). */

let product: TestApp;
let operatorConsole: TestConsole;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
});
afterEach(async () => {
  await product.setClockOffset(0);
  await product.checkInvariants();
});
afterAll(() => product.close());

test("an operator opens at most 200 accounts a day, also with calls at the same time", async () => {
  const support = await operatorConsole.operator("support");
  const user = await product.user();
  await product.owner.query(
    `insert into account_views (id, owner_id, operator_id, reason_code)
     select gen_random_uuid(), $1, $2, 'payment' from generate_series(1, $3::int)`,
    [user.id, support.id, viewsPerDay - 2],
  );
  const open = () => support.post(`/accounts/${user.id}/open`, { reason: "payment" });
  const codes = (await Promise.all([open(), open(), open(), open()])).map((response) => codeOf(response) ?? "opened");
  expect(codes.toSorted()).toEqual(["opened", "opened", "view_limit", "view_limit"]);
  await product.owner.query("update account_views set at = at - interval '1 day' where operator_id = $1", [support.id]);
  expect((await open()).statusCode).toBe(200);
});

test("a sign-in is bound to the family of its browser, and survives an update of it", async () => {
  const support = await operatorConsole.operator("support");
  const me = (userAgent: string) =>
    operatorConsole.app.inject({
      url: "/console/v1/me",
      headers: { cookie: support.cookie, "user-agent": userAgent },
    });
  expect((await me(testBrowser)).statusCode).toBe(200);
  expect((await me(testBrowser.replaceAll("140", "152"))).statusCode).toBe(200);
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
  expect(codeOf(await me(chrome))).toBe("not_signed_in");
  expect(codeOf(await me(""))).toBe("not_signed_in");
});
