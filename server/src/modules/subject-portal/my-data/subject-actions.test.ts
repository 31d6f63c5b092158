import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp } from "../../../testing/app.ts";
import { adultPerson } from "../../../testing/fakes.ts";
import {
  setClockRelativeTo,
  completeLookup,
  payPurchase,
  submitDecision,
  readRequestState,
} from "../../../testing/lookup-steps.ts";
import { createMyDataClient } from "./testing/my-data-client.ts";
import { randomPhone } from "../../../testing/phones.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const { send, shown, byCode, askOf, names, payer } = createMyDataClient(() => app);

describe("withdrawing and denying [T-48 R-08]", () => {
  test("ends access and destroys the key at once; concurrent calls withdraw once", async () => {
    const requester = await payer();
    const phone = randomPhone();
    const pending = await askOf(phone, requester);
    await submitDecision(app, pending.token, "grant");
    const look = async () =>
      (await requester.get(`/verification/check-consent/${pending.itemId}`)).json<{
        data: object | null;
        consent: string;
      }>();
    expect((await look()).data).not.toBeNull();
    const cookie = await byCode(phone);
    const tabs = await Promise.all(
      Array.from({ length: 5 }, () => send(`/my-data/requests/${pending.itemId}/take-back`, {}, cookie)),
    );
    expect(tabs.map(({ headers }) => headers.location).toSorted()).toEqual([
      "/my-data?done=takenBack",
      ...Array.from({ length: 4 }, () => "/my-data?done=unchanged"),
    ]);
    expect(await look()).toMatchObject({ data: null, consent: "terminated", message: "Expired" });
    await app.drainQueue();
    expect(await app.keys.find(pending.itemId)).toBeUndefined();
    expect(await shown(cookie)).toContain("You withdrew your consent on");
    const proofs = await app.owner.query("select from consent_evidence where request_id = $1 and event = 'withdrawn'", [
      pending.itemId,
    ]);
    expect(proofs.rowCount).toBe(1);
  });

  test("denies a pending request; granting requires the message's link", async () => {
    const phone = randomPhone();
    const pending = await askOf(phone);
    const cookie = await byCode(phone);
    expect(await shown(cookie)).toContain("To consent, open the link in our message.");
    expect((await send(`/my-data/requests/${pending.itemId}/no`, {}, cookie)).headers.location).toBe(
      "/my-data?done=refused",
    );
    expect((await send(`/my-data/requests/${pending.itemId}/no`, {}, cookie)).headers.location).toBe(
      "/my-data?done=unchanged",
    );
    expect((await send(`/my-data/requests/${pending.itemId}/grant`, {}, cookie)).statusCode).toBe(404);
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ outcome: "DENIED", consent: "denied" });
  });

  test("store the visitor's language and the page as channel [CL-09]", async () => {
    const phone = randomPhone();
    const [granted, denied, blocked] = [await askOf(phone), await askOf(phone), await askOf(phone)];
    await submitDecision(app, granted.token, "grant");
    const cookie = await byCode(phone);
    await send(`/my-data/requests/${granted.itemId}/take-back`, { lang: "pcm" }, cookie);
    await send(`/my-data/requests/${denied.itemId}/no`, { lang: "pcm" }, cookie);
    await send("/my-data/block-everybody", { lang: "pcm" }, cookie);
    await send("/my-data/unblock-everybody", {}, cookie);
    const { rows } = await app.owner.query(
      `select event, channel, language, parts_chosen from consent_evidence
       where request_id = any ($1) and event in ('withdrawn', 'denied') order by event, at`,
      [[granted, denied, blocked].map(({ itemId }) => itemId)],
    );
    const inNaija = { channel: "page", language: "pcm", parts_chosen: [] };
    expect(rows).toEqual([
      { event: "denied", ...inNaija },
      { event: "denied", ...inNaija },
      { event: "withdrawn", ...inNaija },
    ]);
  });

  test("withdraws nothing after access has ended", async () => {
    const phone = randomPhone();
    const pending = await askOf(phone);
    await submitDecision(app, pending.token, "grant");
    await setClockRelativeTo(app, "select expires_at as at from consents where request_id = $1", [pending.itemId], 1);
    const cookie = await byCode(phone);
    expect((await send(`/my-data/requests/${pending.itemId}/take-back`, {}, cookie)).headers.location).toBe(
      "/my-data?done=unchanged",
    );
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ consent: "granted" });
  });

  test("keeps the end of access if the message's link withdraws later [R-08]", async () => {
    const pending = await askOf(randomPhone());
    await submitDecision(app, pending.token, "grant");
    const end = async () =>
      (
        await app.owner.query<{ expires_at: Date }>("select expires_at from consents where request_id = $1", [
          pending.itemId,
        ])
      ).rows;
    const before = await end();
    await setClockRelativeTo(app, "select expires_at as at from consents where request_id = $1", [pending.itemId], 0);
    expect((await submitDecision(app, pending.token, "withdraw")).statusCode).toBe(409);
    expect(await end()).toEqual(before);
    const proofs = await app.owner.query("select from consent_evidence where request_id = $1 and event = 'withdrawn'", [
      pending.itemId,
    ]);
    expect(proofs.rowCount).toBe(0);
  });
});

/** Makes the database reject changes to one consent while `work` runs. */
async function withBroken<Value>(requestId: string, work: () => Promise<Value>): Promise<Value> {
  await app.owner.query(
    `create function break_one() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
     create trigger break_one before update on consents for each row when (new.request_id = '${requestId}')
       execute function break_one()`,
  );
  try {
    return await work();
  } finally {
    await app.owner.query("drop trigger break_one on consents; drop function break_one");
  }
}

describe("an action whose update of one request fails", () => {
  test.each([
    { path: "erasure", cases: 1, blocks: 0 },
    { path: "block-everybody", cases: 0, blocks: 1 },
  ])("$path ends the other requests, and completes when repeated", async ({ path, cases, blocks }) => {
    const phone = randomPhone();
    const pendings = [await askOf(phone), await askOf(phone), await askOf(phone)];
    const [, broken] = pendings;
    const cookie = await byCode(phone);
    const states = async () =>
      Promise.all(pendings.map(async ({ itemId }) => (await readRequestState(app, itemId))?.consent));
    const response = await withBroken(broken?.itemId ?? "", () => send(`/my-data/${path}`, {}, cookie));
    expect(response.statusCode).toBe(500);
    expect(await states()).toEqual(["denied", "pending", "denied"]);
    const hash = app.vault.indexHash("phone", phone);
    const count = async (table: string) =>
      (await app.owner.query(`select from ${table} where contact_hash = $1`, [hash])).rowCount;
    expect([await count("subject_cases"), await count("subject_blocks")]).toEqual([cases, blocks]);
    expect((await send(`/my-data/${path}`, {}, cookie)).statusCode).toBe(303);
    expect(await states()).toEqual(["denied", "denied", "denied"]);
    expect([await count("subject_cases"), await count("subject_blocks")]).toEqual([cases, blocks]);
  });
});

describe("blocking requesters [T-45]", () => {
  const asksAgain = async (phone: string, user: Awaited<ReturnType<typeof payer>>) => {
    const record = adultPerson(randomNin(), { contact: { phone, mail: null } });
    const bought = await completeLookup(app, user, { kind: "found", record });
    return { ...bought, ...(await readRequestState(app, bought.itemId)) };
  };

  test("denies the pending request and refunds the next one; others may still ask", async () => {
    const phone = randomPhone();
    const [requester, other] = [await payer(), await payer()];
    const pending = await askOf(phone, requester);
    const cookie = await byCode(phone);
    expect((await send(`/my-data/requests/${pending.itemId}/block`, {}, cookie)).headers.location).toBe(
      "/my-data?done=blocked",
    );
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ consent: "denied" });
    const before = await app.wallets(requester);
    expect(await asksAgain(phone, requester)).toMatchObject({ outcome: "BLOCKED", consent: "terminated" });
    expect(await app.wallets(requester)).toEqual(before);
    expect(await asksAgain(phone, other)).toMatchObject({ consent: "pending" });
    expect(await shown(cookie)).toContain("We stopped it. They saw nothing.");
    expect((await send("/my-data/unblock", { requester: requester.id }, cookie)).headers.location).toBe(
      "/my-data?done=unblocked",
    );
    expect((await send("/my-data/unblock", { requester: requester.id }, cookie)).headers.location).toBe(
      "/my-data?done=unchanged",
    );
    await app.owner.query(
      "update verification_requests set created_at = created_at - interval '2 days' where owner_id = $1",
      [requester.id],
    );
    expect(await asksAgain(phone, requester)).toMatchObject({ consent: "pending" });
    await send("/my-data/block-everybody", {}, cookie);
  });

  test("shows a granted request that outlasts the block, with buttons for both", async () => {
    const phone = randomPhone();
    const requester = await payer();
    await names(requester.id, "Still-Sees");
    const pending = await askOf(phone, requester);
    await submitDecision(app, pending.token, "grant");
    const cookie = await byCode(phone);
    const done = (await send(`/my-data/requests/${pending.itemId}/block`, {}, cookie)).headers.location ?? "";
    const page = await shown(cookie, done);
    expect(page).toContain("They can no longer ask about you. They still see what you consented to. Withdraw it?");
    expect(page.match(/Let Still-Sees Obi ask again/g)).toHaveLength(1); // only in the request's own row
    expect(page.indexOf("Open now")).toBeLessThan(page.indexOf("Leave this page"));
    await send(`/my-data/requests/${pending.itemId}/take-back`, {}, cookie);
    expect(await shown(cookie, done)).not.toContain("They still see");
    await send("/my-data/block-everybody", {}, cookie);
  });

  test("leaves no request pending that arrives during a block of all requesters", async () => {
    for (let time = 0; time < 5; time += 1) {
      const phone = randomPhone();
      const cookie = await byCode(phone);
      const nin = randomNin();
      const requester = await payer();
      const bought = await app.purchase(requester, { nin });
      app.providers.personRecords.respondTo(nin, {
        kind: "found",
        record: adultPerson(nin, { contact: { phone, mail: null } }),
      });
      await payPurchase(requester, bought);
      await Promise.all([app.drainQueue(), send("/my-data/block-everybody", {}, cookie)]);
      await app.drainQueue();
      expect(["denied", "terminated"]).toContain((await readRequestState(app, bought.itemId))?.consent);
    }
  });

  test.each(["all requesters", "one requester"])(
    "waits in a block of %s for a concurrent request about the same subject",
    async (whom) => {
      const phone = randomPhone();
      const pending = await askOf(phone);
      const cookie = await byCode(phone);
      const asking = await app.owner.connect();
      await asking.query("begin");
      await asking.query("select pg_advisory_xact_lock(hashtextextended('subject:' || $1, 0))", [
        app.vault.indexHash("phone", phone).toString("hex"),
      ]);
      let isDone = false;
      const path = whom === "all requesters" ? "block-everybody" : `requests/${pending.itemId}/block`;
      const blocking = send(`/my-data/${path}`, {}, cookie).finally(() => (isDone = true));
      const isWaiting = async () =>
        (
          await asking.query(
            `select from pg_locks w join pg_locks h using (locktype, classid, objid, objsubid)
           where w.locktype = 'advisory' and not w.granted and h.granted and h.pid = pg_backend_pid()`,
          )
        ).rowCount === 1;
      let hasWaited = false;
      while (!isDone && !hasWaited) hasWaited = await isWaiting();
      await asking.query("commit");
      asking.release();
      expect((await blocking).statusCode).toBe(303);
      expect(hasWaited).toBe(true);
    },
  );

  test("denies every pending request and rejects new ones until the block is removed", async () => {
    const phone = randomPhone();
    const pendings = [await askOf(phone), await askOf(phone)];
    const cookie = await byCode(phone);
    await Promise.all([send("/my-data/block-everybody", {}, cookie), send("/my-data/block-everybody", {}, cookie)]);
    for (const { itemId } of pendings) expect(await readRequestState(app, itemId)).toMatchObject({ consent: "denied" });
    expect(await shown(cookie)).toContain("You blocked everyone on");
    expect(await asksAgain(phone, await payer())).toMatchObject({ outcome: "BLOCKED" });
    await send("/my-data/unblock-everybody", {}, cookie);
    expect(await asksAgain(phone, await payer())).toMatchObject({ consent: "pending" });
    const audit = await app.owner.query<{ action: string }>(
      "select action from audit_log where action like 'all_requesters_%' order by at desc, id desc limit 2",
    );
    expect(audit.rows.map(({ action }) => action)).toEqual(["all_requesters_unblocked", "all_requesters_blocked"]);
    await send("/my-data/block-everybody", {}, cookie);
  });
});
