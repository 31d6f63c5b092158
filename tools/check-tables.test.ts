import { describe, expect, test } from "vitest";

import {
  callFindings,
  functionFindings,
  ownerOfFile,
  tableFindings,
  tablesInTypeScript,
  viewFindings,
} from "./check-tables.ts";
import { namedRelations } from "./shared/sql-relations.ts";

describe("namedRelations", () => {
  test.each([
    ["select 1 from users", ["users"]],
    ["select from a join b on b.id = a.id left join public.c using (id)", ["a", "b", "c"]],
    ["select from a x, b as y, lateral (select from c) z, d", ["c", "a", "b", "d"].sort()],
    ["insert into notices (id) select id from users", ["notices", "users"]],
    ["insert into notices(id) values ($1)", ["notices"]],
    ["update users set a = 1 from notices where true", ["notices", "users"]],
    ["delete from only users using notices", ["notices", "users"]],
    ["truncate users", ["users"]],
    ["select from unnest($1::uuid[]) with ordinality as made (id, at), users", ["users"]],
    [
      "select extract(epoch from state_changed_at), substring(users from 8) from notices for update of users",
      ["notices"],
    ],
    ["select where a is distinct from users", []],
    ["select 'from users' -- from users\n from notices", ["notices"]],
    ["insert into notices values (1) on conflict do update set a = 1", ["notices"]],
    ["A message from users who wait", ["users"]],
    ["The users of this product", []],
  ])("reads %s", (text, names) => {
    expect(namedRelations(text).sort()).toEqual(names);
  });
});

const isTable = (name: string) => ["users", "notices"].includes(name);
const value = "${id}";

describe("tablesInTypeScript", () => {
  test.each([
    ['tx.selectFrom("users as u").select("id")', ["users"]],
    ['tx.selectFrom(["users as u", "notices"])', ["users", "notices"]],
    ['where.exists(where.selectFrom("notices").innerJoin("users", "a", "b"))', ["notices", "users"]],
    [`sql\`select from users where id = ${value} and exists (select from notices)\``, ["users", "notices"]],
    [`sql\`select \${one} from \${from} join users\``, ["users"]],
    ['client.query("delete from users")', ["users"]],
    ['for (const table of ["users", "notices"]) tx.deleteFrom(table)', ["users", "notices"]],
    ['const rules = [{ table: "users" }]; sql`delete from ${sql.table(rules[0].table)}`', ["users"]],
    ['readView("users", ["id"])', ["users"]],
    ['tx.updateTable("users").from("notices")', ["users", "notices"]],
    ['const name = "users"; Array.from(name); sheet.table(name); ui.title("users")', []],
    ['// from users\ntx.selectFrom("others")', []],
  ])("finds the tables in %s", (text, tables) => {
    expect(tablesInTypeScript(text, isTable).sort()).toEqual([...tables].sort());
  });
});

describe("tableFindings", () => {
  test("rejects a table of another owner, once per file, and accepts one of its own", () => {
    const text = 'tx.selectFrom("users"); sql`select from users`; tx.selectFrom("notices")';
    expect(tableFindings("server/src/modules/notifications/store.ts", text)).toEqual([
      expect.stringContaining("names users of accounts"),
    ]);
    expect(tableFindings("server/src/modules/accounts/store.ts", 'tx.selectFrom("users")')).toEqual([]);
  });

  test.each([
    ["server/src/modules/payments/store.ts", "payments"],
    ["server/src/http/idempotency.ts", "http"],
    ["server/src/app/composition.ts", "app"],
  ])("takes the owner from the path %s", (file, owner) => {
    expect(ownerOfFile(file)).toBe(owner);
  });
});

describe("viewFindings", () => {
  test.each([
    { defined: ["a/itemsView"], listed: ["a/itemsView"], findings: 0 },
    { defined: ["a/itemsView", "a/othersView"], listed: ["a/itemsView"], findings: 1 },
    { defined: [], listed: ["a/itemsView"], findings: 1 },
  ])("finds $findings differences between $defined and the list $listed", ({ defined, listed, findings }) => {
    expect(viewFindings(defined, listed)).toHaveLength(findings);
  });
});

describe("functionFindings", () => {
  const cases: readonly {
    readonly name: string;
    readonly text: string;
    readonly reasons: Readonly<Record<string, string>>;
    readonly findings: readonly string[];
  }[] = [
    { name: "lock_wallets", text: "select from ledger_accounts", reasons: {}, findings: [] },
    { name: "lock_wallets", text: "select from users", reasons: {}, findings: ["names users"] },
    { name: "lock_wallets", text: "select from users", reasons: { lock_wallets: "money" }, findings: [] },
    { name: "lock_wallets", text: "select 1", reasons: { lock_wallets: "money" }, findings: ["names only tables"] },
    { name: "lock_wallets", text: "insert into audit_log values (1)", reasons: {}, findings: [] },
    { name: "lock_wallets", text: "select from audit_log", reasons: {}, findings: ["names audit_log"] },
    { name: "unknown", text: "select 1", reasons: {}, findings: ["functionOwners lacks unknown"] },
  ];
  test.each(cases)("finds $findings in $name: $text", ({ name, text, reasons, findings }) => {
    expect(functionFindings(name, text, reasons)).toEqual(findings.map((finding) => expect.stringContaining(finding)));
  });
});

describe("callFindings", () => {
  test.each([
    ["server/src/modules/payments/a.ts", "sql`select lock_wallets(1)`", 1],
    ["server/src/modules/payments/a.ts", 'pool.query("select x from lock_wallets($1)")', 1],
    ["server/src/modules/wallet/a.ts", "sql`select lock_wallets(1)`", 0],
    ["server/src/modules/payments/a.ts", "sql`select product_now()`", 0],
  ])("finds in %s that calls %s: %s", (path, text, count) => {
    expect(callFindings(path, text)).toHaveLength(count);
  });
});
