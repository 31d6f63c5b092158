import { randomUUID } from "node:crypto";
import { fail, ok } from "@idanimo/contract/problems";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Tx } from "../../database/database.ts";
import { decodeCursor } from "../../kernel/cursor.ts";
import { randomIds } from "../../kernel/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  type ApprovalKinds,
  type ApprovalScope,
  approve,
  cancelApproval,
  cancelApprovalsOf,
  approvalJobs,
  findApproval,
  findApprovals,
  reject,
  requestApproval,
} from "./index.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
  await base.owner.query("create table acts (object_id uuid primary key, price text not null, applied int not null)");
  await base.owner.query("grant all on acts to idanimo_app");
});
afterEach(() => base.checkInvariants());
afterAll(() => base.close());

const scope: ApprovalScope = { kind: "organisation", organisationId: randomUUID() };
const [requester, approver, third] = [randomUUID(), randomUUID(), randomUUID()];
const deps = { ids: randomIds };

/** An act with a price, which fails when the price is "too high". */
const kinds: ApprovalKinds<"wallet_balance_low"> = {
  act: {
    readFacts: async (_tx, { objectId }) => {
      const { rows } = await base.owner.query<{ price: string }>("select price from acts where object_id = $1", [
        objectId,
      ]);
      return rows[0] && { price: rows[0].price, currency: "NGN" };
    },
    apply: async (tx, { objectId, facts }) => {
      await applyAct(tx, objectId);
      return facts["price"] === "too high" ? fail("wallet_balance_low", {}) : ok(undefined);
    },
  },
};
const applyAct = (tx: Tx, objectId: string) =>
  // @ts-expect-error -- a table of this test only
  tx.updateTable("acts").set({ applied: 1 }).where("object_id", "=", objectId).execute();

async function request({
  price = "588",
  hours = 168,
  checkerId,
}: { price?: string; hours?: number; checkerId?: string } = {}) {
  const objectId = randomUUID();
  await base.owner.query("insert into acts values ($1, $2, 0)", [objectId, price]);
  const again = () =>
    base.db.transaction("system", (tx) =>
      requestApproval(tx, deps, {
        scope,
        kind: "act",
        objectId,
        facts: { currency: "NGN", price },
        requestedBy: requester,
        reason: "a test",
        expiresInHours: hours,
        ...(checkerId !== undefined && { checkerId }),
      }),
    );
  const made = await again();
  if (!made.ok) throw new Error(made.problem.code);
  const { id } = made.value;
  return {
    id,
    objectId,
    again,
    approve: (by: string, from = scope) =>
      base.db.transaction("system", (tx) => approve(tx, { ...deps, kinds }, { id, scope: from, by })),
    reject: (by: string) =>
      base.db.transaction("system", (tx) => reject(tx, deps, { id, scope, by, reason: "not needed" })),
    cancel: (by: string) => base.db.transaction("system", (tx) => cancelApproval(tx, deps, { id, scope, by })),
    state: async () => (await base.db.transaction("system", (tx) => findApproval(tx, scope, id)))?.state,
    applied: async () =>
      (await base.owner.query<{ applied: number }>("select applied from acts where object_id = $1", [objectId])).rows[0]
        ?.applied,
    audits: async () =>
      (
        await base.owner.query<{ line: string }>(
          "select action || ' ' || coalesce(actor_id::text, actor_kind) as line from audit_log where object_id = $1 order by at, id",
          [objectId],
        )
      ).rows.map(({ line }) => line),
  };
}
const codeOf = (result: { readonly ok: true } | { readonly ok: false; readonly problem: { readonly code: string } }) =>
  result.ok ? "ok" : result.problem.code;

describe("approvals", () => {
  test("applies the act when another person approves, and only once [OC-10]", async () => {
    const act = await request();
    expect(await act.applied()).toBe(0);
    expect(codeOf(await act.approve(requester))).toBe("own_request");
    expect(await act.applied()).toBe(0);
    const both = await Promise.all([act.approve(approver), act.approve(third)]);
    expect(both.map(codeOf).toSorted()).toEqual(["already_decided", "ok"]);
    expect(await act.applied()).toBe(1);
    expect(await act.state()).toBe("approved");
    const [asked = "", decided = ""] = await act.audits();
    expect(asked).toBe(`approval_requested ${requester}`);
    expect(decided).toMatch(/^approval_approved /);
  });

  test("rejects, and then accepts a new request for the same act [OC-10]", async () => {
    const act = await request();
    expect(codeOf(await act.again())).toBe("approval_pending");
    expect(codeOf(await act.reject(requester))).toBe("own_request");
    expect(codeOf(await act.reject(approver))).toBe("ok");
    expect(codeOf(await act.approve(approver))).toBe("already_decided");
    expect([await act.state(), await act.applied()]).toEqual(["rejected", 0]);
    expect(codeOf(await act.again())).toBe("ok");
  });

  test("lets only the requester cancel", async () => {
    const act = await request();
    expect(codeOf(await act.cancel(approver))).toBe("not_found");
    expect(codeOf(await act.cancel(requester))).toBe("ok");
    expect(codeOf(await act.approve(approver))).toBe("already_decided");
    expect([await act.state(), await act.applied()]).toEqual(["cancelled", 0]);
  });

  test("ends as stale when the facts changed since the request [OC-10]", async () => {
    const act = await request();
    await base.owner.query("update acts set price = '600' where object_id = $1", [act.objectId]);
    expect(codeOf(await act.approve(approver))).toBe("facts_changed");
    expect([await act.state(), await act.applied()]).toEqual(["stale", 0]);
    const gone = await request();
    await base.owner.query("delete from acts where object_id = $1", [gone.objectId]);
    expect(codeOf(await gone.approve(approver))).toBe("facts_changed");
  });

  test("stays pending with nothing applied when the act fails", async () => {
    const act = await request({ price: "too high" });
    expect(codeOf(await act.approve(approver))).toBe("wallet_balance_low");
    expect([await act.state(), await act.applied()]).toEqual(["pending", 0]);
  });

  test("ends when its time ran out, with and without the job [OC-10]", async () => {
    const [late, swept] = [await request({ hours: 1 }), await request({ hours: 1 })];
    await base.setClockOffset(3_600_000);
    try {
      const pending = await base.db.transaction("system", (tx) =>
        findApprovals(tx, scope, { pending: true, after: undefined, limit: 100 }),
      );
      expect(pending.map(({ id }) => id)).not.toContain(late.id);
      expect(codeOf(await late.approve(approver))).toBe("approval_ended");
      expect([await late.state(), await late.applied()]).toEqual(["expired", 0]);
      await approvalJobs({ ...deps, db: base.db }).expire_approvals();
      expect(await swept.state()).toBe("expired");
      expect((await swept.audits()).at(-1)).toBe("approval_expired system");
    } finally {
      await base.setClockOffset(0);
    }
  });

  test("lets only the named checker decide", async () => {
    const act = await request({ checkerId: approver });
    expect(codeOf(await act.approve(third))).toBe("not_found");
    expect(codeOf(await act.approve(approver))).toBe("ok");
  });

  test("is unknown in another scope", async () => {
    const act = await request();
    const other: ApprovalScope = { kind: "organisation", organisationId: randomUUID() };
    expect(codeOf(await act.approve(approver, other))).toBe("not_found");
    expect(codeOf(await act.approve(approver, { kind: "operator" }))).toBe("not_found");
  });

  test("cancels what a person requested when the person loses access", async () => {
    const [act, other] = [await request(), await request()];
    await other.approve(approver);
    const ended = await base.db.transaction("system", (tx) => cancelApprovalsOf(tx, deps, { scope, by: requester }));
    expect(ended.map(({ id }) => id)).toContain(act.id);
    expect([await act.state(), await other.state()]).toEqual(["cancelled", "approved"]);
  });

  test("lists pages by time without a gap", async () => {
    const own: ApprovalScope = { kind: "organisation", organisationId: randomUUID() };
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      const made = await base.db.transaction("system", (tx) =>
        requestApproval(tx, deps, {
          scope: own,
          kind: "act",
          objectId: randomUUID(),
          facts: {},
          requestedBy: requester,
          reason: "a test",
          expiresInHours: 1,
        }),
      );
      if (made.ok) ids.unshift(made.value.id);
    }
    const page = (cursor: { at: string; id: string } | undefined) =>
      base.db.transaction("system", (tx) => findApprovals(tx, own, { pending: true, after: cursor, limit: 2 }));
    const seen: string[] = [];
    for (let rows = await page(undefined); rows.length > 0; rows = await page(decodeCursor(rows.at(-1)?.cursor)))
      seen.push(...rows.map(({ id }) => id));
    expect(seen).toEqual(ids);
  });
});

describe("the table of approvals", () => {
  test("rejects an approval by its requester, whatever the program does [OC-10]", async () => {
    const act = await request();
    const approveAs = (by: string) =>
      base.owner.query("update approvals set state = 'approved', decided_by = $2, decided_at = now() where id = $1", [
        act.id,
        by,
      ]);
    await expect(approveAs(requester)).rejects.toThrow("approvals_need_another_person");
    await approveAs(approver);
    await expect(
      base.owner.query("update approvals set state = 'pending', decided_at = null where id = $1", [act.id]),
    ).rejects.toThrow("approval cannot change from approved to pending");
  });

  test("hides operators' approvals from the product, and members' from the console", async () => {
    const act = await request();
    const visible = async (role: string) => {
      const client = await base.owner.connect();
      try {
        await client.query("begin; set local idanimo.owner = 'system'");
        await client.query(`set local role ${role === "app" ? "idanimo_app" : "idanimo_console"}`);
        return (await client.query("select from approvals where id = $1", [act.id])).rowCount;
      } finally {
        await client.query("rollback");
        client.release();
      }
    };
    expect([await visible("app"), await visible("console")]).toEqual([1, 0]);
    const id = randomUUID();
    const client = await base.owner.connect();
    try {
      await client.query("begin; set local idanimo.owner = 'system'; set local role idanimo_app");
      const inserted = client.query(
        `insert into approvals (id, scope, kind, object_id, facts, facts_hash, requested_by, reason, expires_at)
         values ($1, 'operator', 'act', $1, '{}', $2, $1, 'x', now())`,
        [id, Buffer.alloc(32)],
      );
      await expect(inserted).rejects.toThrow("row-level security");
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
