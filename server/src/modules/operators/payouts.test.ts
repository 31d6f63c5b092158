import { afterAll, beforeAll, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { runCommand } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await app.checkInvariants();
  await app.close();
});

const runOperator = (name: string, ...args: readonly string[]) =>
  runCommand(
    { owner: app.owner, db: app.db, keys: app.keys, ids: randomIds, publicUrl: "http://localhost:8080", sources: [] },
    name,
    args,
  );
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
const outputOf = async (name: string, ...args: readonly string[]) =>
  (await runOperator(name, ...args)).lines.join("\n");

test("pay-out shows the bank details to a named operator; paid-out deletes them [T-75 R-01]", async () => {
  expect((await runOperator("pay-outs")).lines).toEqual(["No pay-out is open."]);
  const id = await createPayout();
  const listed = await outputOf("pay-outs");
  expect(listed).toMatch(new RegExp(`^${id} .*₦12,345.67 and \\$5.00 +-$`, "m"));
  expect(listed).not.toContain("0123456789");
  expect(await outputOf("case", id)).toContain("pay out");

  expect((await runOperator("pay-out", id)).isWell).toBe(false); // no operator name
  expect(await outputOf("pay-out", id, "--as", "Bola")).toMatch(
    /^ {2}\| First Bank\nAccount number: 0123456789\n.*\n {2}\| Ada Obi$/m, // text written by users has a margin
  );
  expect((await runOperator("paid-out", id, "--as", "Chidi")).isWell).toBe(true);
  expect(await app.keys.find(id)).toBeUndefined();
  expect((await runOperator("paid-out", id, "--as", "Chidi")).isWell).toBe(false);
  expect((await runOperator("pay-out", id, "--as", "Bola")).isWell).toBe(false);
  const { rows } = await app.owner.query(
    `select l.action, l.reason, p.sealed, p.claimed_by, p.paid_by, c.closed_by from audit_log l
     join pay_outs p on p.id = l.object_id join cases c on c.id = p.id where l.object_id = $1 order by l.at, l.id`,
    [id],
  );
  const ended = { sealed: null, claimed_by: "Bola", paid_by: "Chidi", closed_by: "Chidi" };
  expect(rows).toEqual([
    { action: "pay_out_read", reason: "Bola", ...ended },
    { action: "paid_out", reason: "Chidi", ...ended },
  ]);
});

test("pay-out shows the details to one of two operators until released [T-75 R-01]", async () => {
  const id = await createPayout();
  const names = ["Bola", "Chidi"] as const;
  const reported = await Promise.all(names.map((name) => outputOf("pay-out", id, "--as", name)));
  const reads = reported.map((lines) => lines.includes("0123456789"));
  expect(reads.toSorted()).toEqual([false, true]);
  const [first, second] = reads[0] ? names : [names[1], names[0]];
  expect(reported[reads.indexOf(false)]).toContain(`is claimed by ${first}`);
  expect(await outputOf("pay-outs")).toMatch(new RegExp(`^${id} .* ${first}$`, "m"));
  expect(await outputOf("pay-out", id, "--as", first.toLowerCase())).toContain("0123456789"); // the same operator again

  expect((await runOperator("leave-pay-out", id, "--as", second)).isWell).toBe(true);
  expect((await runOperator("leave-pay-out", id, "--as", second)).isWell).toBe(false);
  expect(await outputOf("pay-out", id, "--as", second)).toContain("0123456789");
});

test("paid-out needs a second operator, also in the database [T-75]", async () => {
  const id = await createPayout();
  expect(await outputOf("paid-out", id, "--as", "Chidi")).toContain("is not claimed");
  await runOperator("pay-out", id, "--as", "Bola");
  for (const name of ["Bola", "BOLA"])
    expect(await outputOf("paid-out", id, "--as", name)).toContain("another operator must confirm");
  await expect(
    app.owner.query("update pay_outs set sealed = null, paid_at = now(), paid_by = 'bola' where id = $1", [id]),
  ).rejects.toThrow("violates check constraint");
  expect(await app.keys.find(id)).toBeDefined();
});

test("paid-out deletes a key that a killed process left behind [T-51 T-75]", async () => {
  const id = await createPayout();
  await runOperator("pay-out", id, "--as", "Bola");
  await app.owner.query("update pay_outs set sealed = null, paid_at = now(), paid_by = 'Chidi' where id = $1", [id]);
  expect(await app.keys.find(id)).toBeDefined();
  expect((await runOperator("paid-out", id, "--as", "Chidi")).isWell).toBe(false);
  expect(await app.keys.find(id)).toBeUndefined();
});
