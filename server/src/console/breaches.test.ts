import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";
import { grantAllParts, type PendingConsent, requestConsent } from "../testing/lookup-steps.ts";
import { createTestTerminal } from "../testing/terminal.ts";

/** A breach in the console: clock, affected people as counts and ids, notice by two operators. */

let product: TestApp;
let operatorConsole: TestConsole;
let privacy: TestOperator;
let owner: TestOperator;
let auditor: TestOperator;
let support: TestOperator;
let customer: TestUser;
let opened: PendingConsent;
let waiting: PendingConsent;
const person = { phone: "+2348066611111", mail: "ngozi@example.test" };
const minute = 60_000;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  privacy = await operatorConsole.operator("privacy");
  owner = await operatorConsole.operator("owner");
  auditor = await operatorConsole.operator("auditor");
  support = await operatorConsole.operator("support");
  customer = await product.user({ NGN: 50_000_00n });
  const other = await product.user({ NGN: 50_000_00n });
  opened = await requestConsent(product, customer, { contact: person });
  await grantAllParts(product, opened.token);
  await customer.get(`/verification/check-consent/${opened.itemId}`);
  waiting = await requestConsent(product, other, { contact: person }); // the same person
  await product.drainQueue();
}, 60_000);
afterEach(async () => {
  await product.setClockOffset(0);
  await product.drainQueue();
  await product.checkInvariants();
  expect(product.jobFailures()).toEqual([]);
});
afterAll(() => product.close());

/** A minute in Lagos, as a field for date and time writes it. */
const lagosMinute = (minutesFromNow: number) =>
  new Date(Date.now() + minutesFromNow * minute + 3_600_000).toISOString().slice(0, 16);
const start = async (change: object = {}, operator = privacy) =>
  operator.post("/breaches", {
    noticedAt: lagosMinute(-30),
    since: lagosMinute(-60),
    until: lagosMinute(60),
    description: "A stolen password opened one account.",
    ...change,
  });
const startedId = async (change: object = {}) => json<{ id: string }>(await start(change)).id;
type Breach = {
  dueAt: string;
  urgency: string;
  counts: Record<string, number> | null;
  byType: object[];
  notice: { reached: number; unreachable: number } | null;
  commission: { outcome: string; reason: string } | null;
  history: { action: string; text: string }[];
};
const view = async (id: string) => json<Breach>(await privacy.get(`/breaches/${id}`));
const notify = (id: string, operator = privacy) => operator.post(`/breaches/${id}/notify`, { reason: "high risk" });
const decide = (approvalId: string, operator: TestOperator) =>
  operator.post(`/approvals/${approvalId}/decide`, { decision: "approve" });
const audit = async (id: string) =>
  (
    await rows<{ line: string }>(
      product,
      `select actor_id::text || ' ' || action || ' ' || reason as line from audit_log
       where object_id = $1 order by at, id`,
      [id],
    )
  ).map(({ line }) => line);
const noticesSent = () =>
  [...product.providers.sms.sent, ...product.providers.mail.sent].filter(
    ({ text }) =>
      text.includes("an unauthorised person may have seen") || text.includes("An unauthorised person may have seen"),
  );

describe("the clock of a breach [OC-16]", () => {
  test("ends 72 hours after the breach was noticed, and is first and red on Today [OC-14]", async () => {
    const noticedAt = lagosMinute(-90);
    const id = await startedId({ noticedAt });
    const breach = await view(id);
    expect(Date.parse(breach.dueAt) - Date.parse(`${noticedAt}:00+01:00`)).toBe(72 * 3_600_000);
    expect(breach.urgency).toBe("soon");
    type Item = { kind: string; isUrgent: boolean; link: string };
    const today = async () => json<{ items: Item[] }>(await privacy.get("/today")).items;
    expect((await today())[0]).toMatchObject({ kind: "breaches", isUrgent: true, link: "/breach" });
    await product.owner.query("update operator_sign_ins set ends_at = product_now() + interval '90 hours'");
    await product.setClockOffset(71 * 3_600_000);
    await product.owner.query("update operator_sign_ins set seen_at = product_now()");
    expect((await view(id)).urgency).toBe("overdue");
  });

  test("ends when someone records what was decided about the Commission, once", async () => {
    const id = await startedId();
    const record = (outcome: string) =>
      privacy.post(`/breaches/${id}/commission`, { outcome, reason: "sent with number 17" });
    const answers = await Promise.all([record("notified"), record("notified")]);
    expect(answers.map((response) => codeOf(response) ?? "recorded").toSorted()).toEqual([
      "already_decided",
      "recorded",
    ]);
    expect(await view(id)).toMatchObject({
      urgency: "done",
      commission: { outcome: "notified", reason: "sent with number 17" },
    });
    expect(await audit(id)).toContain(`${privacy.id} breach_commission_notified sent with number 17`);
  });

  test.each([
    ["a time in the future", { noticedAt: lagosMinute(10) }, "noticedAt"],
    ["a period that ends before it begins", { until: lagosMinute(-61) }, "until"],
    ["a period in the future", { since: lagosMinute(5) }, "since"],
    ["a time that does not exist", { noticedAt: "2026-02-31T10:00" }, "noticedAt"],
    ["a phone number in the sentence", { description: "0803 555 1122 was seen" }, "description"],
    ["no sentence", { description: "" }, "description"],
  ])("does not start with %s", async (_what, change, field) => {
    const response = await start(change);
    expect([response.statusCode, Object.keys(json<{ fields: object }>(response).fields)]).toEqual([400, [field]]);
  });
});

describe("the people a breach affects [OC-16]", () => {
  test("are shown as counts and ids, as the command counts them, without a value of theirs [OC-07 OC-20]", async () => {
    const [since, until] = [lagosMinute(-60), lagosMinute(60)];
    const id = await startedId({ since, until });
    expect((await view(id)).counts).toBeNull();
    await product.drainQueue();
    const breach = await view(id);
    expect(breach.counts).toEqual({
      requests: 2,
      people: 1,
      unidentified: 0,
      accounts: 2,
      opened: 1,
      openings: 1,
      readable: 2,
    });
    expect(breach.byType).toEqual([{ searchType: expect.any(String), requests: 2, opened: 1 }]);
    const list = await privacy.get(`/breaches/${id}/requests`);
    expect(json(list)).toMatchObject({
      rows: [
        { requestId: opened.itemId, accountId: customer.id, opened: 1, readable: true },
        { requestId: waiting.itemId, opened: 0, readable: true },
      ],
      next: null,
    });
    const bodies = [list, await privacy.get(`/breaches/${id}`), await privacy.get("/breaches")].map(({ body }) => body);
    for (const secret of [person.phone.slice(4), person.mail, opened.nin, waiting.nin, customer.email])
      expect(bodies.join("")).not.toContain(secret);
    const terminal = await createTestTerminal(product, operatorConsole).as(privacy);
    const command = await terminal("breach-report", "--since", since, "--until", until);
    expect(command.isWell).toBe(true);
    const ofCommand = await rows<{ reason: string }>(
      product,
      "select reason from audit_log where action = 'breach_listed' and object_id is null",
    );
    expect(await audit(id)).toContain(`${privacy.id} breach_listed ${ofCommand[0]?.reason}`);
  });

  test("are only those of one account, if it is named", async () => {
    const id = await startedId({ accountId: customer.id });
    await product.drainQueue();
    expect((await view(id)).counts).toMatchObject({ requests: 1, accounts: 1 });
  });

  test("are listed 50 at a time", async () => {
    const id = await startedId({ until: lagosMinute(-59) });
    await product.drainQueue();
    await product.owner.query(
      `insert into breach_requests (breach_id, request_id, account_id, search_type, created_at, opened, readable)
       select $1, gen_random_uuid(), gen_random_uuid(), 'nin', product_now(), 0, false from generate_series(1, 60)`,
      [id],
    );
    type Page = { rows: { requestId: string }[]; next: string | null };
    const first = json<Page>(await privacy.get(`/breaches/${id}/requests`));
    const second = json<Page>(await privacy.get(`/breaches/${id}/requests?after=${first.next}`));
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ requestId }) => requestId)).size).toBe(60);
  });
});

describe("the notice of a breach [OC-16]", () => {
  test("is sent once when a second operator approves; requesting and repeating send nothing", async () => {
    const id = await startedId();
    expect(codeOf(await notify(id))).toBe("breach_not_counted");
    await product.drainQueue();
    const before = noticesSent().length;
    const { approvalId } = json<{ approvalId: string }>(await notify(id));
    expect(codeOf(await notify(id, owner))).toBe("approval_pending");
    await product.drainQueue();
    expect(noticesSent()).toHaveLength(before);
    expect(codeOf(await decide(approvalId, privacy))).toBe("own_request");
    expect(codeOf(await decide(approvalId, support))).toBe("operator_right_missing");
    expect((await decide(approvalId, owner)).statusCode).toBe(200);
    expect(codeOf(await decide(approvalId, owner))).toBe("already_decided");
    await product.drainQueue();
    expect(
      noticesSent()
        .slice(before)
        .map(({ to }) => to),
    ).toEqual([person.phone, person.mail]);
    expect((await view(id)).notice).toMatchObject({ reached: 1, unreachable: 0 });
    expect((await audit(id)).at(-1)).toMatch(/ breach_told .+: 2 messages, 1 person, 0 out of reach$/);
    const again = json<{ approvalId: string }>(await notify(id, owner));
    expect((await decide(again.approvalId, privacy)).statusCode).toBe(200);
    await product.drainQueue();
    expect(noticesSent()).toHaveLength(before + 2);
    expect((await audit(id)).at(-1)).toMatch(/: 0 messages, 1 person, 0 out of reach$/);
  });

  test("shows the second operator the counts, the period and the sentence", async () => {
    const id = await startedId({ accountId: customer.id, description: "A laptop was stolen." });
    await product.drainQueue();
    await notify(id);
    const list = json<{ rows: { objectId: string; lines: { label: string; value: string }[] }[] }>(
      await owner.get("/approvals"),
    );
    expect(list.rows.find(({ objectId }) => objectId === id)?.lines).toEqual([
      { label: "People", value: "1" },
      { label: "Requests", value: "1" },
      { label: "From", value: expect.stringContaining("Lagos time") },
      { label: "Until", value: expect.stringContaining("Lagos time") },
      { label: "They read", value: "A laptop was stolen." },
    ]);
  });

  test("needs another active operator with the right [OC-11]", async () => {
    const id = await startedId();
    await product.drainQueue();
    await product.owner.query("update operators set roles = '{support}' where id = $1", [owner.id]);
    try {
      expect(codeOf(await notify(id))).toBe("second_operator_needed");
    } finally {
      await product.owner.query("update operators set roles = '{owner}' where id = $1", [owner.id]);
    }
  });

  test("does nothing when its audit row cannot be written [OC-18]", async () => {
    const count = () => rows(product, "select count(*)::int as count from breaches");
    const before = await count();
    await product.owner.query(
      "alter table audit_log add constraint no_breaches check (action <> 'breach_started') not valid",
    );
    try {
      expect((await start()).statusCode).toBe(500);
    } finally {
      await product.owner.query("alter table audit_log drop constraint no_breaches");
    }
    expect(await count()).toEqual(before);
  });

  test("is read by the auditor, and by no role without the right [OC-17]", async () => {
    const id = await startedId();
    expect((await auditor.get(`/breaches/${id}`)).statusCode).toBe(200);
    expect(codeOf(await start({}, auditor))).toBe("operator_right_missing");
    expect(codeOf(await support.get("/breaches"))).toBe("operator_right_missing");
  });
});
