import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { completeLookup } from "../../testing/lookup-steps.ts";
import { findHelp, runCommand } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await completeLookup(app, await app.user({ NGN: 10_000_00n }), { kind: "failed", why: "x" });
});
beforeEach(async () => {
  for (let round = 0; round < 3; round += 1) await app.runSchedule("seal_audit");
});
afterAll(() => app.close());

const runOperator = (name: string, ...args: readonly string[]) =>
  runCommand({ owner: app.owner, db: app.db, keys: app.keys, ids: randomIds, sources: [] }, name, args);
/** Changes rows behind the application's back, runs a command, and restores them. */
async function withViolation(name: string, breaking: string, mending: string) {
  await app.owner.query(`set session_replication_role = replica; ${breaking}; set session_replication_role = origin`);
  try {
    return await runOperator(name);
  } finally {
    await app.owner.query(`set session_replication_role = replica; ${mending}; set session_replication_role = origin`);
  }
}

describe("findHelp", () => {
  const all = findHelp([])?.lines ?? [];

  test.each([[[]], [["help"]], [["--help"]], [["-h"]]])("lists every command for %j", (words) => {
    expect(findHelp(words)).toEqual({ lines: all, exitCode: 0 });
    expect(all.slice(4).length).toBeGreaterThan(8);
    for (const line of all.slice(4)) expect(line).toMatch(/^ {2}[a-z-]+ {2,}\S.{10,}/);
  });

  test.each([[["help", "set-rate"]], [["set-rate", "--help"]], [["set-rate", "1580", "-h"]]])(
    "explains one command for %j",
    (words) =>
      expect(findHelp(words)).toEqual({
        lines: [
          expect.any(String),
          "Usage: npm run operator -- set-rate <naira> [--from <time>] [--reason <one sentence>] (with OPERATOR_KEY)",
        ],
        exitCode: 0,
      }),
  );

  test.each([[["toString"]], [["help", "toString"]]])("lists the commands and fails with 2 for %j", async (words) => {
    expect(findHelp(words)).toEqual({ lines: ["toString is not a command.", "", ...all], exitCode: 2 });
    expect(await runOperator("toString")).toEqual({ lines: ["toString is not a command.", ...all], isWell: false });
  });

  test("returns undefined for a command without a help flag", () => expect(findHelp(["cases"])).toBeUndefined());
});

test("check-invariants prints one line and succeeds if all invariants hold [R-01]", async () => {
  expect(await runOperator("check-invariants")).toEqual({ lines: ["All invariants hold."], isWell: true });
});

test("check-invariants prints a line per violation and fails [R-01 DASH-02]", async () => {
  const reported = await withViolation(
    "check-invariants",
    "update ledger_accounts set balance_minor = balance_minor + 1 where kind = 'wallet' and currency = 'NGN'; update request_totals set listed = listed + 1",
    "update ledger_accounts set balance_minor = balance_minor - 1 where kind = 'wallet' and currency = 'NGN'; update request_totals set listed = listed - 1",
  );
  expect(reported.isWell).toBe(false);
  expect(reported.lines).toEqual([expect.stringMatching(/^R-01: wallet /), expect.stringMatching(/^DASH-02: totals /)]);
  expect((await runOperator("check-invariants")).isWell).toBe(true);
});

test("verify-audit prints the length and head of an intact chain [R-10]", async () => {
  const reported = await runOperator("verify-audit");
  expect(reported.isWell).toBe(true);
  expect(reported.lines).toEqual([
    expect.stringMatching(/^The chain is intact: [1-9]\d* rows sealed\.$/),
    expect.stringMatching(/^audit-head [1-9]\d*:[0-9a-f]{64}$/),
    "Store this line where no one with access to the database can change it.",
  ]);
});

test("verify-audit --head detects a chain that was truncated and sealed again [T-75]", async () => {
  const head = (await runOperator("verify-audit")).lines[1]?.replace("audit-head ", "") ?? "";
  const position = head.split(":")[0];
  expect((await runOperator("verify-audit", "--head", head)).isWell).toBe(true);
  for (const other of [`${position}:${"0".repeat(64)}`, `999999:${"0".repeat(64)}`])
    expect(await runOperator("verify-audit", "--head", other)).toEqual({
      lines: [`head differs at position ${other.split(":")[0]} from the one given`],
      isWell: false,
    });
  for (const nonsense of ["7", head.slice(0, -1), `${head}0`, "x:y"])
    expect((await runOperator("verify-audit", "--head", nonsense)).lines[0]).toMatch(
      /^--head must be what followed audit-head/,
    );
});

test.each([
  [
    "changed",
    "update audit_log set reason = reason || 'x' where id = (select audit_id from audit_seals where position = 1)",
    "update audit_log set reason = left(reason, -1) where id = (select audit_id from audit_seals where position = 1)",
    "row changed at position 1: audit row",
  ],
  [
    "removed from the chain",
    "update audit_seals set position = -1 where position = 1",
    "update audit_seals set position = 1 where position = -1",
    "seal missing at position 1",
  ],
])("verify-audit names a row that was %s [T-75]", async (_what, breaking, mending, words) => {
  const reported = await withViolation("verify-audit", breaking, mending);
  expect(reported.isWell).toBe(false);
  expect(reported.lines.join("\n")).toContain(words);
  expect((await runOperator("verify-audit")).isWell).toBe(true);
});

test("verify-audit names a row left unsealed for a minute [T-75]", async () => {
  await app.owner.query(
    "insert into audit_log (id, at, actor_kind, action, reason) values (gen_random_uuid(), product_now() - interval '2 minutes', 'system', 'tested', '')",
  );
  const reported = await runOperator("verify-audit");
  expect([reported.isWell, reported.lines[0]]).toEqual([
    false,
    expect.stringMatching(/^unsealed: audit row [0-9a-f-]{36}$/),
  ]);
});

test("runs a command by its name of the previous release", async () => {
  expect((await runOperator("pay-outs")).lines).toEqual((await runOperator("payouts")).lines);
});

test("the console's document names commands that exist [OC-20]", async () => {
  const document = await readFile(join(import.meta.dirname, "../../../../docs/console.md"), "utf8");
  const [, section = ""] = document.split("\n## When the console is down\n");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  const named = rows.flatMap((row) => [...row.matchAll(/`([a-z-]+)`/g)].map(([, name = ""]) => name));
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) expect([name, findHelp(["help", name])?.exitCode]).toEqual([name, 0]);
});
