import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createTestConsole, type TestOperator } from "../../testing/console.ts";
import { createTestTerminal, type TestTerminal } from "../../testing/terminal.ts";

let app: TestApp;
let terminal: TestTerminal;
let [bola, chidi]: TestOperator[] = [];
let asBola: TestTerminal["run"];
let asChidi: TestTerminal["run"];
beforeAll(async () => {
  app = await createTestApp();
  const operatorConsole = await createTestConsole(app);
  terminal = createTestTerminal(app, operatorConsole);
  bola = await operatorConsole.operator("finance");
  chidi = await operatorConsole.operator("finance");
  asBola = await terminal.as(bola);
  asChidi = await terminal.as(chidi);
});
afterAll(async () => {
  await app.checkInvariants();
  await app.close();
});

const balance = { way: "bank", bankName: "First Bank", accountNumber: "0123456789", accountName: "Ada Obi" };

/** Closes an account, and returns the id of its pay-out. */
async function createPayout(): Promise<string> {
  const user = await app.user({ NGN: 12_345_67n, USD: 5_00n });
  const shown = [
    { currency: "NGN", amount: "12345.67" },
    { currency: "USD", amount: "5" },
  ];
  const closed = await user.post("/user/close", { confirm: "CLOSE", balance: { ...balance, shown } });
  expect(closed.statusCode).toBe(200);
  const { rows } = await app.owner.query<{ id: string }>("select id from pay_outs where owner_id = $1", [user.id]);
  return rows[0]?.id ?? "";
}
const outputOf = async (run: TestTerminal["run"], name: string, ...args: readonly string[]) =>
  (await run(name, ...args)).lines.join("\n");

test("claim-payout shows the bank details to the operator of a key; mark-paid-out deletes them [T-75 R-01]", async () => {
  expect((await terminal.run("pay-outs")).lines).toEqual(["No pay-out is open."]);
  const id = await createPayout();
  const listed = await outputOf(terminal.run, "pay-outs");
  expect(listed).toMatch(new RegExp(`^${id} .*₦12,345.67 and \\$5.00 +-$`, "m"));
  expect(listed).not.toContain("0123456789");
  expect(await outputOf(terminal.run, "case", id)).toContain("pay out");

  expect((await terminal.run("claim-payout", id)).isWell).toBe(false); // no key
  expect(await outputOf(asBola, "claim-payout", id)).toMatch(
    /^ {2}\| First Bank\nAccount number: 0123456789\n.*\n {2}\| Ada Obi$/m, // text written by users has a margin
  );
  expect((await asChidi("paid-out", id)).isWell).toBe(true);
  await app.drainQueue();
  expect(await app.keys.find(id)).toBeUndefined();
  expect((await asChidi("mark-paid-out", id)).isWell).toBe(false);
  expect((await asBola("claim-payout", id)).isWell).toBe(false);
  const { rows } = await app.owner.query(
    `select l.action, l.actor_id, l.reason, p.sealed, p.claimed_by, p.paid_by, c.closed_by from audit_log l
     join pay_outs p on p.id = l.object_id join cases c on c.id = p.id where l.object_id = $1 order by l.at, l.id`,
    [id],
  );
  const ended = { sealed: null, claimed_by: bola?.email, paid_by: chidi?.email, closed_by: chidi?.email };
  expect(rows).toEqual([
    { action: "pay_out_read", actor_id: bola?.id, reason: bola?.email, ...ended },
    { action: "paid_out", actor_id: chidi?.id, reason: chidi?.email, ...ended },
  ]);
});

test("claim-payout shows the details to one of two operators until released [T-75 R-01]", async () => {
  const id = await createPayout();
  const reported = await Promise.all([asBola, asChidi].map((run) => outputOf(run, "claim-payout", id)));
  const reads = reported.map((lines) => lines.includes("0123456789"));
  expect(reads.toSorted()).toEqual([false, true]);
  const [first, second] = reads[0] ? [asBola, asChidi] : [asChidi, asBola];
  const email = (reads[0] ? bola : chidi)?.email;
  expect(reported[reads.indexOf(false)]).toContain("Another operator has claimed");
  expect(await outputOf(terminal.run, "pay-outs")).toMatch(new RegExp(`^${id} .* ${email}$`, "m"));
  expect(await outputOf(first, "claim-payout", id)).toContain("0123456789"); // the same operator again

  expect((await second("release-payout", id)).isWell).toBe(true);
  expect((await second("release-payout", id)).isWell).toBe(false);
  expect(await outputOf(second, "claim-payout", id)).toContain("0123456789");
});

test("mark-paid-out needs a second operator, also in the database [T-75 OC-10]", async () => {
  const id = await createPayout();
  expect(await outputOf(asChidi, "mark-paid-out", id)).toContain("No operator has claimed");
  await asBola("claim-payout", id);
  expect(await outputOf(asBola, "mark-paid-out", id)).toContain("Another person must approve");
  await expect(
    app.owner.query("update pay_outs set sealed = null, paid_at = now(), paid_by = upper(claimed_by) where id = $1", [
      id,
    ]),
  ).rejects.toThrow("violates check constraint");
  expect(await app.keys.find(id)).toBeDefined();
});
