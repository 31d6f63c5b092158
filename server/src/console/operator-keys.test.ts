import { maxOperatorKeys, operatorKeyPattern } from "@idanimo/contract/console/keys";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { escapeLogLine } from "../kernel/log-stream.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";
import { createTestTerminal, type TestTerminal } from "../testing/terminal.ts";

/** Personal keys of operators, and the terminal that runs as their operator. [OC-10] */

let product: TestApp;
let operatorConsole: TestConsole;
let terminal: TestTerminal;
let owner: TestOperator;
let support: TestOperator;
const log: string[] = [];
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product, { write: (line) => void log.push(line) });
  terminal = createTestTerminal(product, operatorConsole);
});
afterEach(async () => {
  await product.setClockOffset(0);
  await product.checkInvariants();
});
afterAll(() => product.close());

type Created = { id: string; key: string; expiresAt: string };
const create = async (operator: TestOperator, name = "Laptop") =>
  json<Created>(await operator.post(`/operators/${operator.id}/keys`, { name }));
const listed = async (reader: TestOperator, id: string) =>
  json<{ keys: { id: string; prefix: string; lastUsedAt: string | null }[] }>(
    await reader.get(`/operators/${id}/keys`),
  );
const end = (by: TestOperator, id: string, keyId: string) => by.post(`/operators/${id}/keys/${keyId}/end`, {});
const day = 86_400_000;

describe("the first operators, at the terminal [OC-03]", () => {
  const add = (run: TestTerminal["run"], email: string, role = "owner") =>
    run("add-operator", email, "--role", role, "--name", "Ngozi Ade", "--reason", "joins us");

  test("need no key while no operator is active, then an owner's, then an approval", async () => {
    const first = await add(terminal.run, "ngozi@company.example");
    expect(first.lines.at(-1)).toMatch(/\/welcome\/\S+$/);
    expect((await add(terminal.run, "ngozi@company.example")).isWell).toBe(true); // no one has used the link

    owner = await operatorConsole.operator("owner");
    const asOwner = await terminal.as(owner);
    expect((await add(terminal.run, "bola@company.example")).lines[0]).toContain("OPERATOR_KEY is missing");
    expect((await add(asOwner, "bola@company.example")).isWell).toBe(true);

    support = await operatorConsole.operator("support");
    const asSupport = await terminal.as(support);
    expect((await add(asSupport, "chidi@company.example")).isWell).toBe(false);
    expect((await add(asOwner, "chidi@company.example")).lines[0]).toContain("needs a second operator");
    const second = await operatorConsole.operator("owner");
    const requested = await add(asOwner, "chidi@company.example");
    const approval = /approve (\S+)$/m.exec(requested.lines.join("\n"))?.[1] ?? "";
    expect((await asOwner("approve", approval)).isWell).toBe(false);
    expect((await asOwner("operator-link", "chidi@company.example")).isWell).toBe(false);
    expect((await (await terminal.as(second))("approve", approval)).isWell).toBe(true);
    expect((await asOwner("operator-link", "chidi@company.example")).lines[1]).toMatch(/\/welcome\/\S+$/);

    const added = await rows<{ line: string }>(
      product,
      `select concat_ws(' ', l.actor_kind, coalesce(l.actor_id::text, 'no one'), l.reason) as line from audit_log l
       where l.action = 'operator_added' order by l.at`,
    );
    expect(added.map(({ line }) => line)).toEqual([
      "system no one owner",
      "system no one owner",
      `operator ${owner.id} owner`,
    ]);
  });
});

describe("a key", () => {
  test("is shown once, stored as a hash, and never logged", async () => {
    const { id, key, expiresAt } = await create(support);
    expect(key).toMatch(operatorKeyPattern);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / day)).toBe(90);
    const { keys } = await listed(support, support.id);
    expect(keys.find((row) => row.id === id)).toMatchObject({ prefix: key.slice(0, 15), lastUsedAt: null });
    const stored = await rows<{ line: string }>(product, "select k::text as line from operator_keys k");
    const audited = await rows<{ line: string }>(product, "select l::text as line from audit_log l");
    for (const { line } of [...stored, ...audited]) expect(line).not.toContain(key);
    expect(log.join("")).not.toContain(key);
    expect(escapeLogLine(`at ${key}`)).toBe("at idn_removed");
  });

  test("runs a command as its operator, and records its use", async () => {
    const { id, key } = await create(support);
    expect((await terminal.withKey(key)("jobs")).isWell).toBe(true);
    expect((await terminal.withKey(key)("set-rate", "1510", "--reason", "x")).lines[0]).toContain("roles");
    expect((await listed(support, support.id)).keys.find((row) => row.id === id)?.lastUsedAt).not.toBeNull();
  });

  test("is its operator's own: no one else makes, and only an owner ends it", async () => {
    const stranger = await operatorConsole.operator("finance");
    expect(codeOf(await owner.post(`/operators/${support.id}/keys`, { name: "x" }))).toBe("not_found");
    expect(codeOf(await stranger.get(`/operators/${support.id}/keys`))).toBe("not_found");
    const { id, key } = await create(support);
    expect(codeOf(await end(stranger, support.id, id))).toBe("not_found");
    expect(codeOf(await end(owner, owner.id, id))).toBe("not_found"); // not a key of this operator
    expect((await listed(owner, support.id)).keys.map((row) => row.id)).toContain(id);
    expect((await end(owner, support.id, id)).statusCode).toBe(200);
    expect(codeOf(await end(owner, support.id, id))).toBe("not_found");
    expect((await terminal.withKey(key)("jobs")).lines[0]).toContain("is not valid");
  });

  test("ends after 90 days, and with its operator in the same transaction", async () => {
    const leaver = await operatorConsole.operator("support");
    const { key } = await create(leaver);
    expect((await terminal.withKey(key)("jobs")).isWell).toBe(true);
    await product.setClockOffset(90 * day + 60_000);
    expect((await terminal.withKey(key)("jobs")).isWell).toBe(false);
    await product.setClockOffset(0);
    expect((await owner.post(`/operators/${leaver.id}/disable`, { reason: "left us" })).statusCode).toBe(200);
    expect((await terminal.withKey(key)("jobs")).isWell).toBe(false);
    const [row] = await rows<{ same: boolean }>(
      product,
      "select k.xmin::text = o.xmin::text and k.ended_at is not null as same from operator_keys k join operators o on o.id = k.operator_id where o.id = $1",
      [leaver.id],
    );
    expect(row?.same).toBe(true);
  });

  test("is refused if it is mistyped, by its checksum without a query", async () => {
    const { key } = await create(support);
    const changed = key.slice(0, 20) + (key[20] === "a" ? "b" : "a") + key.slice(21);
    expect((await terminal.withKey(changed)("jobs")).lines[0]).toContain("is not valid");
    expect((await terminal.withKey(changed)("jobs")).lines.join("\n")).not.toContain(changed);
  });

  test("is one of at most five of an operator, also for calls at the same time", async () => {
    const busy = await operatorConsole.operator("support");
    const made = await Promise.all(
      Array.from({ length: maxOperatorKeys + 2 }, () => busy.post(`/operators/${busy.id}/keys`, { name: "Laptop" })),
    );
    expect(made.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxOperatorKeys);
    expect(made.map(codeOf)).toContain("operator_key_limit");
  });
});
