import { liveEvent } from "@idanimo/contract/live-events";
import { naira } from "@idanimo/contract/money";
import { type NoticeKind, noticeKinds } from "@idanimo/contract/notices";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { liveEventsChannel } from "../../database/live-events.ts";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import { requestConsent, setClockRelativeTo, completeLookup, submitDecision } from "../../testing/lookup-steps.ts";
import { notify } from "./index.ts";
import { noticeText, pushContent } from "./notice-copy.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(() => app.close());

type Listed = {
  readonly notices: readonly {
    readonly id: string;
    readonly kind: NoticeKind;
    readonly title: string;
    readonly text: string;
    readonly read: boolean;
    readonly link: string | null;
  }[];
  readonly unread: number;
  readonly next: string | null;
};
const list = async (user: TestUser, query = "") => (await user.get(`/user/notices${query}`)).json<Listed>();
const kinds = async (user: TestUser) => (await list(user)).notices.map(({ kind }) => kind);
const tell = (user: TestUser, key = randomIds.publicId()) =>
  app.db.transaction("system", (tx) =>
    notify(tx, { ids: randomIds }, { ownerId: user.id, key, kind: "password_changed", facts: {}, link: null }),
  );

describe("a notice [PUSH-01]", () => {
  test("is stored once for concurrent calls with one key", async () => {
    const user = await app.user();
    const key = randomIds.publicId();
    const reported = await Promise.all(Array.from({ length: 8 }, () => tell(user, key)));
    expect(reported.filter((id) => id !== undefined)).toHaveLength(1);
    expect((await list(user)).notices).toHaveLength(1);
  });

  test("is rolled back with its transaction", async () => {
    const user = await app.user();
    const failing = app.db.transaction("system", async (tx) => {
      await notify(
        tx,
        { ids: randomIds },
        { ownerId: user.id, key: "x", kind: "password_changed", facts: {}, link: null },
      );
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect((await list(user)).notices).toEqual([]);
  });

  test("is listed newest first, once across all pages", async () => {
    const user = await app.user();
    for (let at = 0; at < 5; at += 1) await tell(user);
    const seen: string[] = [];
    let after = "";
    for (let page = 0; page < 5; page += 1) {
      const { notices, next } = await list(user, `?size=2${after && `&after=${after}`}`);
      seen.push(...notices.map(({ id }) => id));
      if (next === null) break;
      after = next;
      await tell(user); // newer notices do not shift the next page
    }
    const all = (await list(user, "?size=100")).notices.map(({ id }) => id);
    expect(seen).toEqual(all.slice(-5));
  });

  test("is marked as read by id or all at once, and only for its owner", async () => {
    const [user, other] = [await app.user(), await app.user()];
    const ids = [await tell(user), await tell(user), await tell(user)];
    expect((await other.post("/user/notices/read", { ids })).json()).toEqual({ result: "success", unread: 0 });
    expect(await list(user)).toMatchObject({ unread: 3 });
    expect(await list(other)).toMatchObject({ notices: [], unread: 0 });
    const first = await user.post("/user/notices/read", { ids: ids.slice(0, 1) });
    expect(first.json()).toMatchObject({ unread: 2 });
    expect((await list(user)).notices.map(({ read }) => read)).toEqual([false, false, true]);
    expect((await user.post("/user/notices/read", { ids: [] })).json()).toMatchObject({ unread: 2 });
    expect((await user.post("/user/notices/read", {})).json()).toMatchObject({ unread: 0 });
  });

  test("is retained for ninety days", async () => {
    const user = await app.user();
    await tell(user);
    for (const [days, stored] of [
      [89, 1],
      [91, 0],
    ] as const) {
      await app.setClockOffset(days * 86_400_000);
      await app.runSchedule("sweep_messages");
      expect([days, (await list(user)).notices.length]).toEqual([days, stored]);
    }
  });

  test("is announced to open pages by its id only", async () => {
    const user = await app.user();
    const client = new pg.Client({ connectionString: app.url });
    await client.connect();
    const heard: string[] = [];
    client.on("notification", ({ payload }) => heard.push(payload ?? ""));
    await client.query(`listen ${liveEventsChannel}`);
    const id = await tell(user);
    await client.query("select 1");
    await client.end();
    const ours = heard.filter((text) => text.includes(user.id));
    expect(ours.map((text) => JSON.parse(text) as unknown)).toEqual([
      { ownerId: user.id, event: liveEvent.parse({ type: "notice", noticeId: id }) },
    ]);
  });
});

describe("the notice copy [T-54]", () => {
  const facts = {
    amount: "₦588",
    what: "NIN",
    reference: "EA10293847561029",
    why: "no answer came",
    device: "Firefox",
    lines: "1,000",
    by: "Ada Obi",
    who: "Chidi Eze",
    organisation: "Kuda Foods",
    host: "hooks.example",
    roles: "Requester",
    reason: "a lost phone",
    outcome: "was approved",
    on: "1 March 2027",
    key: "Back office",
    member: "Bisi Ade",
    network: "a network",
  };

  test.each(noticeKinds)("of %s has all values in the list, and none in a push", (kind) => {
    const { title, text } = noticeText(kind, facts);
    expect(`${title} ${text}`).not.toMatch(/[{}]/);
    expect(title).not.toMatch(/\d/);
    const { body, ...push } = pushContent(kind);
    expect(`${push.title} ${body}`).not.toMatch(/[{}₦$\d]|NIN|EA/);
    expect(push.type).toBe(kind.toUpperCase());
  });

  test.each(["consent_denied", "request_ended", "refund_initiated"] as const)(
    "of %s says what happened to the money",
    (kind) => expect(noticeText(kind, facts).text).toMatch(/isn't refundable|₦588 .* was refunded to your wallet/),
  );
});

describe("notices to the payer", () => {
  const payer = () => app.user({ NGN: 10_000_00n });
  const check = (user: TestUser, reference: string) => user.get(`/payment/check?transactionRef=${reference}`);

  test("report a top-up once, however often it is settled [T-24]", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, naira(2_000_00n));
    app.providers.cardPayments.reportPaid(reference);
    await Promise.all(Array.from({ length: 5 }, () => check(user, reference)));
    expect((await list(user)).notices).toMatchObject([
      {
        kind: "payment_received",
        text: `₦2,000 is in your wallet. Reference: ${reference}.`,
        link: "/main-dashboard#wallet",
      },
    ]);
  });

  test("are not sent for a failed payment or an exact payment", async () => {
    const user = await app.user();
    const [error, bought] = [
      await app.startPayment(user, naira(2_000_00n)),
      await app.startPayment(user, await app.purchase(user)),
    ];
    app.providers.cardPayments.respondToQuery(error, {
      kind: "failed",
      providerId: "x",
      paid: naira(0n),
      said: "Declined",
    });
    app.providers.cardPayments.reportPaid(bought);
    await check(user, error);
    await check(user, bought);
    expect(await kinds(user)).toEqual([]);
  });

  test("report a surplus with the amount of the surplus only", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, await app.purchase(user));
    app.providers.cardPayments.reportPaid(reference, naira(600_00n));
    await check(user, reference);
    expect((await list(user)).notices).toMatchObject([
      { kind: "payment_received", text: `₦12 is in your wallet. Reference: ${reference}.` },
    ]);
  });

  test("report a payment that came after its deadline, which goes to the wallet", async () => {
    const user = await app.user();
    const reference = await app.startPayment(user, await app.purchase(user));
    await app.setClockOffset(31 * 60_000);
    await app.runSchedule("reconcile_payments");
    app.providers.cardPayments.reportPaid(reference);
    await check(user, reference);
    const { notices } = await list(user);
    expect(notices).toMatchObject([{ kind: "late_payment_received" }]);
    expect(notices[0]?.text).toContain("₦588 is in your wallet");
  });

  test("report a refund in one notice and one email, also if the job repeats [T-70]", async () => {
    const user = await payer();
    const bought = await completeLookup(app, user, { kind: "failed", why: "server_error" });
    expect((await list(user)).notices).toMatchObject([
      { kind: "refund_initiated", text: `₦588 for NIN (${bought.transactionID}) was refunded to your wallet.` },
    ]);
    const mails = () =>
      app.providers.mail.sent.filter(({ to, subject }) => to === user.email && /refund/i.test(subject));
    expect(mails()).toHaveLength(1);
    await app.product.jobs["refund_notice"]?.({ requestId: bought.itemId } as never);
    await app.drainQueue();
    expect(mails()).toHaveLength(1);
  });

  test("report each end of a request with a link, and never the subject", async () => {
    const user = await payer();
    const granted = await requestConsent(app, user);
    await submitDecision(app, granted.token, "grant");
    const denied = await requestConsent(app, user);
    await submitDecision(app, denied.token, "deny");
    await completeLookup(app, user, { kind: "not_found" });
    const unanswered = await requestConsent(app, user);
    await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [unanswered.itemId], 1);
    await app.runSchedule("expire_consents");
    await app.setClockOffset(0);
    await submitDecision(app, granted.token, "withdraw");
    await app.drainQueue();
    const { notices } = await list(user);
    expect(notices.map(({ kind }) => kind).toSorted()).toEqual(
      ["consent_denied", "consent_granted", "request_ended", "request_ended", "request_ended"].toSorted(),
    );
    expect(notices.find(({ kind }) => kind === "consent_granted")?.link).toBe(`/premblyNinResult/${granted.itemId}`);
    // links to the request if there is no result
    expect(notices.find(({ kind }) => kind === "consent_denied")?.link).toBe(
      `/main-dashboard?request=${denied.itemId}`,
    );
    expect(notices.filter(({ link }) => link?.endsWith(`?request=${granted.itemId}`))).toMatchObject([
      { text: expect.stringContaining("the person withdrew their consent") },
    ]);
    const message = JSON.stringify(notices);
    for (const why of ["the person withdrew their consent", "there was no reply in time", "the source has no record"])
      expect(message).toContain(why);
    for (const { nin, phone } of [granted, denied, unanswered]) {
      expect(message).not.toContain(nin);
      expect(message).not.toContain(phone);
    }
    expect(message).not.toContain(adultPerson(randomNin()).fields["firstname"]);
  });
});
