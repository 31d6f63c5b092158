import type { OutputOf } from "@idanimo/contract/operation";
import type { organisationAudit } from "@idanimo/contract/organisations/audit";
import { auditActionTexts } from "@idanimo/contract/organisations/audit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { displayedCell, parseCsv } from "../../kernel/testing/parse-csv.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { requestConsent, submitDecision } from "../../testing/lookup-steps.ts";
import { addMember, createOrganisation, outcome } from "../../testing/organisation-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

type Page = OutputOf<typeof organisationAudit>;
const page = async (by: TestUser, query = "") => (await by.get(`/organisation/audit${query}`)).json<Page>();
const acts = async (by: TestUser, query = "") =>
  (await page(by, query)).rows.map(({ member, action, about }) => [member?.name, action, about]);

describe("the audit of an organisation", () => {
  test("says who did what to which member, and from which block of addresses [TM-17]", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders" });
    const admin = await addMember(app, owner, ["admin"], "Bola");
    await admin.send("POST", `/organisation/members/${admin.id}`, { roles: ["admin", "developer"] });
    await owner.remove(`/organisation/members/${admin.id}`);
    const { rows, next } = await page(owner);
    expect(rows.map(({ member, action, about }) => [member?.name, action, about])).toEqual([
      ["Amina Okoye", "member_removed", "Bola Okoye"],
      ["Bola Okoye", "member_roles_changed", "Bola Okoye"],
      ["Bola Okoye", "member_joined", "Bola Okoye"],
      ["Amina Okoye", "member_invited", null],
      ["Amina Okoye", "organisation_created", null],
    ]);
    expect(next).toBeNull();
    expect(rows[0]).toMatchObject({ what: "Removed a member", addressBlock: "127.0.0.0/24" });
    expect(rows.every(({ addressBlock }) => addressBlock === "127.0.0.0/24")).toBe(true);
    expect(JSON.stringify(rows)).not.toContain("127.0.0.1");
  });

  test("contains payments and opened results, and nothing of their subject [TM-17 TM-04]", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders", NGN: 50_000_00n });
    const member = await addMember(app, owner, ["requester"], "Dayo");
    const asked = await requestConsent(app, member);
    await submitDecision(app, asked.token, "grant");
    await app.drainQueue();
    await member.get(`/verification/check-consent/${asked.itemId}`);
    await member.get(`/results/${asked.itemId}/report.pdf`);
    const reference = await app.startPayment(owner, { currency: "NGN", minor: 5_000_00n });
    app.providers.cardPayments.reportPaid(reference);
    await owner.get(`/payment/check?transactionRef=${reference}`);
    expect(await acts(owner, `?memberId=${member.id}`)).toEqual([
      ["Dayo Okoye", "downloaded_report", null],
      ["Dayo Okoye", "viewed_record", null],
      ["Dayo Okoye", "paid_from_wallet", null],
      ["Dayo Okoye", "member_joined", "Dayo Okoye"],
    ]);
    expect(await acts(owner, "?action=topped_up")).toEqual([["Amina Okoye", "topped_up", null]]);
    const everything = JSON.stringify(await page(owner)) + (await owner.get("/organisation/audit.csv")).body;
    expect(everything).not.toContain(asked.nin);
  });

  test("is filtered by member, action and day in Lagos, and ends after 12 months [TM-17]", async () => {
    const owner = await createOrganisation(app);
    await app.setClockOffset(86_400_000);
    const admin = await addMember(app, owner, ["admin"], "Bola");
    const today = new Date(Date.now() + 86_400_000 + 3_600_000).toISOString().slice(0, 10);
    expect(await acts(owner, `?from=${today}`)).toHaveLength(2);
    expect(await acts(owner, `?to=${today}&action=member_joined`)).toEqual([
      ["Bola Okoye", "member_joined", "Bola Okoye"],
    ]);
    expect(await acts(admin, `?memberId=${owner.id}&from=${today}&to=${today}`)).toEqual([
      ["Amina Okoye", "member_invited", null],
    ]);
    expect(await acts(owner, `?to=2026-01-01`)).toEqual([]);
    expect(outcome(await owner.get("/organisation/audit?from=yesterday"))).toBe("400 bad_input");
    await app.owner.query(
      "insert into audit_log (id, at, actor_kind, actor_id, action, reason, organisation_id) select gen_random_uuid(), product_now() - interval '364 days' + s * interval '-2 days', 'user', $1, 'viewed_record', '', $2 from generate_series(0, 1) s",
      [owner.id, owner.organisationId],
    );
    expect(await acts(owner, "?action=viewed_record")).toHaveLength(1);
  });

  test("is for owners and admins of this organisation alone [TM-17 TM-15]", async () => {
    const owner = await createOrganisation(app);
    const other = await createOrganisation(app);
    for (const role of ["requester", "reader", "records", "finance", "developer"]) {
      const member = await addMember(app, owner, [role]);
      for (const path of ["/organisation/audit", "/organisation/audit.csv"])
        expect(outcome(await member.get(path))).toBe("403 right_missing");
    }
    for (const path of ["/organisation/audit", "/organisation/audit.csv"]) {
      expect(outcome(await owner.own.get(path))).toBe("404 not_found");
      expect(outcome(await owner.own.get(`${path}?organisation=${other.organisationId}`))).toBe("404 not_found");
      expect((await owner.own.get(`${path}?organisation=${owner.organisationId}`)).statusCode).toBe(200);
    }
    expect((await page(other)).rows.map(({ action }) => action)).toEqual(["organisation_created"]);
  });
});

test("audit.csv streams 100,000 rows as the pages list them, and is audited [TM-17]", async () => {
  const owner = await createOrganisation(app);
  const admin = await addMember(app, owner, ["admin"], "Bola");
  // without triggers, and removed again: sealing so many rows is tested elsewhere
  const withoutTriggers = (statement: string) =>
    app.owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  await withoutTriggers(
    `insert into audit_log (id, at, actor_kind, actor_id, action, reason, organisation_id)
     select gen_random_uuid(), product_now() - make_interval(mins => n / 100), 'user', '${owner.id}', 'viewed_record', '', '${owner.organisationId}' from generate_series(1, 100000) n`,
  );
  const response = await admin.get("/organisation/audit.csv");
  expect(response.headers).toMatchObject({
    "cache-control": "no-store",
    "content-disposition": 'attachment; filename="Idanimo-activity.csv"',
  });
  const [head, ...rows] = parseCsv(response.body);
  expect(head).toEqual(["Date (Lagos)", "Member", "What", "About", "Object", "Address block", "Code"]);
  expect(rows.filter(([, , what]) => what === auditActionTexts.viewed_record)).toHaveLength(100_000);
  const first = await page(owner);
  const second = await page(owner, `?after=${first.next}`);
  expect([...first.rows, ...second.rows].map(({ what, addressBlock }) => [what, addressBlock ?? ""])).toEqual(
    rows.slice(0, 100).map((row) => [displayedCell(row[2] ?? ""), displayedCell(row[5] ?? "")]),
  );
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(100);
  expect(first.rows[0]).toMatchObject({ action: "downloaded_audit", member: { userId: admin.id } });
  await withoutTriggers(
    `delete from audit_log where organisation_id = '${owner.organisationId}' and action = 'viewed_record'`,
  );
}, 60_000);
