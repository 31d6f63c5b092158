import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addExampleOperators, findExampleCode } from "../modules/operator-identity/index.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import {
  consoleOrigin,
  createTestConsole,
  json,
  testBrowser,
  type TestConsole,
  type TestOperator,
} from "../testing/console.ts";

/** Owners are emailed about sign-ins, failures and changes of operators (section 7 of the specification). */

let product: TestApp;
let operatorConsole: TestConsole;
let owner: TestOperator;
let other: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  owner = await operatorConsole.operator("owner");
  other = await operatorConsole.operator("owner", "finance");
  support = await operatorConsole.operator("support");
});
afterEach(async () => {
  await product.checkInvariants();
  expect(product.jobFailures()).toEqual([]);
});
afterAll(() => product.close());

/** The emails that an act causes, each with who got it. */
async function mailsOf(act: () => Promise<unknown>) {
  await product.drainQueue();
  const before = product.providers.mail.sent.length;
  await act();
  await product.drainQueue();
  return product.providers.mail.sent.slice(before);
}
const recipients = (mails: readonly { readonly to: string }[]) => mails.map(({ to }) => to).toSorted();
const owners = () => [owner.email, other.email].toSorted();

const send = (path: string, body: object) =>
  operatorConsole.app.inject({
    method: "POST",
    url: `/console/v1${path}`,
    payload: JSON.stringify(body),
    headers: {
      origin: consoleOrigin,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "user-agent": testBrowser,
    },
  });

test("a sign-in and failures are emailed to every owner; failures once an hour", async () => {
  await addExampleOperators(operatorConsole.deps);
  const email = "zainab@example.test"; // no owner
  await product.owner.query("update operators set roles = '{finance}' where email = 'olu@example.test'");
  const failed = await mailsOf(async () => {
    for (let time = 0; time < 3; time += 1) await send("/sign-in", { email, password: "wrong password" });
  });
  expect(recipients(failed)).toEqual(owners());
  expect(failed[0]).toMatchObject({ subject: "A sign-in to the console failed" });
  expect(failed[0]?.text).toContain("Zainab Example");
  const unknown = await mailsOf(() => send("/sign-in", { email: "no.one@example.test", password: "wrong password" }));
  expect(recipients(unknown)).toEqual(owners());
  expect(unknown[0]?.text).not.toContain("no.one@example.test");

  const signedIn = await mailsOf(async () => {
    const { ticket } = json<{ ticket: string }>(await send("/sign-in", { email, password: "Example-1-password" }));
    const response = await send("/sign-in/second-step", { ticket, code: findExampleCode(email) ?? "" });
    expect(response.statusCode).toBe(200);
  });
  expect(recipients(signedIn)).toEqual(owners());
  expect(signedIn[0]?.text).toContain("Firefox");
});

test("changes of roles, new and disabled operators and new keys are emailed to every owner", async () => {
  const decide = async (response: { readonly body: string }) => {
    const { approvalId } = json<{ approvalId: string }>(response);
    expect((await other.post(`/approvals/${approvalId}/decide`, { decision: "approve" })).statusCode).toBe(200);
  };
  const changed = await mailsOf(async () =>
    decide(await owner.post(`/operators/${support.id}/roles`, { roles: ["support", "finance"], reason: "new task" })),
  );
  expect([recipients(changed), changed[0]?.subject]).toEqual([owners(), "The roles of an operator changed"]);
  expect(changed[0]?.text).toContain("Support, Finance");
  const added = await mailsOf(async () =>
    decide(
      await owner.post("/operators", {
        email: "new@operators.example.test",
        name: "New One",
        roles: ["prices"],
        reason: "joins us",
      }),
    ),
  );
  expect([recipients(added), added[0]?.subject]).toEqual([owners(), "An operator was added"]);
  const made = await mailsOf(() => support.post(`/operators/${support.id}/keys`, { name: "Laptop" }));
  expect([recipients(made), made[0]?.subject]).toEqual([owners(), "An operator made a key"]);
  const disabled = await mailsOf(() => owner.post(`/operators/${support.id}/disable`, { reason: "left us" }));
  expect([recipients(disabled), disabled[0]?.subject]).toEqual([owners(), "An operator was disabled"]);
});

test("the product's own role reads no operator, only owners' addresses", async () => {
  await expect(product.db.pool.query("select from operators")).rejects.toThrow("permission denied");
  const { rows } = await product.db.pool.query<{ email: string }>("select email from active_owner_emails()");
  expect(rows.map(({ email }) => email).toSorted()).toEqual(owners());
});
