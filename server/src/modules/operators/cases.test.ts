import { naira } from "@idanimo/contract/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import { completeLookup } from "../../testing/lookup-steps.ts";
import { createTestConsole, type TestOperator } from "../../testing/console.ts";
import { createTestTerminal, type TestTerminal } from "../../testing/terminal.ts";
import { findHelp, runCommand } from "./index.ts";

/** What operators see of sources and cases, and how they close cases. */

let app: TestApp;
let user: TestUser;
let terminal: TestTerminal;
let [ada, bisi]: TestOperator[] = [];
let asAda: TestTerminal["run"];
let asBisi: TestTerminal["run"];
beforeAll(async () => {
  app = await createTestApp();
  const operatorConsole = await createTestConsole(app);
  terminal = createTestTerminal(app, operatorConsole);
  ada = await operatorConsole.operator("finance", "owner");
  bisi = await operatorConsole.operator("support");
  asAda = await terminal.as(ada);
  asBisi = await terminal.as(bisi);
  user = await app.user({ NGN: 10_000_00n });
});
afterAll(async () => {
  await app.checkInvariants();
  await app.close();
});

/** Creates a payment that is one kobo short, with its case. */
async function createUnderpayment(): Promise<{ id: string; reference: string }> {
  const reference = await app.startPayment(user, naira(2_000_00n));
  app.providers.cardPayments.reportPaid(reference, naira(1_999_99n));
  await user.get(`/payment/check?transactionRef=${reference}`);
  const { rows } = await app.owner.query<{ id: string }>(
    "select c.id from cases c join payments p on p.id = c.object_id where p.reference = $1",
    [reference],
  );
  return { id: rows[0]?.id ?? "", reference };
}
const audit = async (id: string) =>
  (
    await app.owner.query<{ line: string }>(
      "select actor_id || ' ' || action || ' ' || reason as line from audit_log where object_id = $1",
      [id],
    )
  ).rows.map((row) => row.line);

describe("a case about a payment of the wrong amount [R-05 T-26]", () => {
  test("is listed, shown with its details, and closed once with a note", async () => {
    expect((await terminal.run("cases")).lines).toEqual(["No case is open."]);
    const { id, reference } = await createUnderpayment();
    const listed = (await terminal.run("cases")).lines;
    expect(listed).toHaveLength(2);
    expect(listed[1]).toMatch(
      new RegExp(`^${id} .*a payment is not as requested .*requested ₦2,000, received ₦1,999.99$`),
    );

    const shown = (await terminal.run("case", id)).lines.join("\n");
    for (const words of [reference, "a top-up", "₦2,000", "failed", "quarantined", user.id, "open"])
      expect(shown).toContain(words);
    expect(shown).not.toContain(user.email);

    const words = `the bank sent it back, ${reference}`;
    expect(await asAda("close-case", id.toUpperCase(), words)).toEqual({
      lines: ["The case is closed."],
      isWell: true,
    });
    expect((await terminal.run("cases")).lines).toEqual(["No case is open."]);
    const closed = (await terminal.run("case", id)).lines.join("\n");
    expect(closed).toContain(` by Operator ${ada?.id.slice(0, 8)}`);
    expect(closed).toContain(words);
    expect(await audit(id)).toEqual([`${ada?.id} case_closed ${words}`]);

    expect((await asAda("close-case", id, "once more")).isWell).toBe(false);
    expect(await audit(id)).toHaveLength(1);
  });

  test("is closed once by two operators at the same time", async () => {
    const { id } = await createUnderpayment();
    const done = await Promise.all([asAda, asBisi].map((run) => run("close-case", id, "done")));
    expect(done.filter(({ isWell }) => isWell)).toHaveLength(1);
    expect(await audit(id)).toHaveLength(1);
  });

  test.each<[what: string, line: (id: string) => readonly [string, ...string[]], names: string]>([
    ["no note", (id) => ["close-case", id], "<what was done> is missing"],
    ["an empty note", (id) => ["close-case", id, " "], "<what was done> is empty"],
    ["an unquoted note", (id) => ["close-case", id, "sent", "back"], "back is one argument too many"],
    ["a note that is too long", (id) => ["close-case", id, "x".repeat(141)], "reason: "],
    ["a personal number in the note", (id) => ["close-case", id, "of 12345678901"], "reason: "],
    ["an unknown case", () => ["close-case", randomIds.publicId(), "done"], "is not a case"],
    ["an incomplete id", (id) => ["close-case", id.slice(0, 8), "done"], "is not a case"],
    ["a wildcard", () => ["case", "%"], "% is not a case"],
  ])("stays open with %s, and the wrong argument is named", async (_what, line, names) => {
    const { id } = await createUnderpayment();
    const { lines, isWell } = await asAda(...line(id));
    expect(isWell).toBe(false);
    expect(lines[0]).toContain(names);
    expect((await terminal.run("cases")).lines.join("\n")).toContain(id);
    expect(await audit(id)).toEqual([]);
  });

  test("stays open without a key, or with one of no right", async () => {
    const { id } = await createUnderpayment();
    expect((await terminal.run("close-case", id, "done")).lines[0]).toContain("OPERATOR_KEY is missing");
    expect((await terminal.withKey("idn_op_wrong")("close-case", id, "done")).lines[0]).toContain("is not valid");
    expect(await audit(id)).toEqual([]);
  });
});

describe("crediting a wallet by hand [T-36]", () => {
  test("is not possible with any command", async () => {
    const posted = async () =>
      (await app.owner.query<{ count: bigint }>("select count(*) from ledger_transfers")).rows[0];
    const before = await posted();
    const amounts = ["500", "--price", "500", "--reason", "x"];
    for (const line of findHelp([])?.lines.slice(4) ?? []) await asAda(line.trim().split(" ")[0] ?? "", ...amounts);
    for (const name of ["credit", "refund", "top-up", "adjust"])
      expect((await asAda(name, ...amounts)).isWell).toBe(false);
    expect(await posted()).toEqual(before);
  });

  test.each([
    "insert into ledger_transfers select gen_random_uuid(), 'x', leg, from_account, to_account, currency, amount_minor, reason from ledger_transfers limit 1",
    "update ledger_transfers set amount_minor = amount_minor + 1",
    "delete from ledger_transfers",
    "update ledger_accounts set balance_minor = balance_minor + 1",
  ])("is not permitted to the role that runs commands: %s", async (statement) => {
    await expect(app.db.pool.query(statement)).rejects.toThrow("permission denied");
  });
});

const listSources = () =>
  runCommand(
    { owner: app.owner, db: app.db, keys: app.keys, ids: randomIds, sources: ["prembly", "mono"] },
    "sources",
    [],
  );

test("sources lists the last hour of each source, and fails if one is down", async () => {
  const { itemId } = await app.purchase(user);
  const attempt = (provider: string, result: string, seconds: number | null, minutesAgo = 10) =>
    app.owner.query(
      `insert into lookup_attempts (id, request_id, part, provider, result, started_at, finished_at)
       select id, $2, id::text, $3, $4, began, began + make_interval(secs => $5)
       from (select $1::uuid as id, product_now() - make_interval(mins => $6) as began) t`,
      [randomIds.rowId(), itemId, provider, result, seconds, minutesAgo],
    );
  for (const seconds of [1, 2, 3]) await attempt("prembly", "found", seconds);
  await attempt("prembly", "not_found", 1.5);
  await attempt("prembly", "failed", 20);
  await attempt("prembly", "sent", null, 1);
  await attempt("prembly", "failed", 20, 90);
  await attempt("dojah", "found", 8);
  const rows = async () => (await listSources()).lines.slice(1).map((line) => line.split(/ {2,}/));
  expect(await rows()).toEqual([
    ["prembly", "up", "6", "80%", "1.5"],
    ["mono", "quiet", "0", "-", "-"],
    ["dojah", "slow", "1", "100%", "8.0"],
  ]);
  for (let time = 0; time < 6; time += 1) await attempt("mono", "failed", 1, 0);
  const reported = await listSources();
  expect([reported.isWell, reported.lines.find((line) => line.startsWith("mono"))]).toEqual([
    false,
    expect.stringMatching(/^mono +down +6 +0% +-$/),
  ]);
});

test("case shows a guardian request with its account and what to ask for [T-49]", async () => {
  const { itemId } = await completeLookup(app, user, {
    kind: "found",
    record: adultPerson(randomNin(), { birthDate: "2015-06-01" }),
  });
  await user.post("/verification/guardian", { requestId: itemId, relation: "school" });
  const listed = (await terminal.run("cases")).lines.find((line) => line.includes("through: school")) ?? "";
  expect(listed).toContain("a minor is looked up through a guardian");
  const shown = (await terminal.run("case", listed.split(" ")[0] ?? "")).lines.join("\n");
  const seen = (await user.get(`/verification/check-consent/${itemId}`)).json<{ guardian: { reference: string } }>();
  const number = new RegExp(`^number +${seen.guardian.reference}$`, "m"); // the number that the requester knows it by
  expect(shown).toMatch(number);
  for (const words of [itemId, user.id, "proof of guardianship", "write by"]) expect(shown).toContain(words);
  expect(shown).not.toContain(user.email);
});
