import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import { requestConsent, completeLookup, submitDecision, submitForm } from "../../testing/lookup-steps.ts";
import { daysShown, formatOnTimeShare, transparencyPath } from "./transparency-page.ts";
import { countedEvents } from "./transparency-store.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ LIMITS: "transparency_address=2" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

/** Sets the product's clock to a Lagos time in July 2031: day 1 is July 1. */
const at = (day: number, time: string) =>
  app.setClockOffset(Math.floor(Date.parse(`2031-07-${String(day).padStart(2, "0")}T${time}+01:00`) - Date.now()));
const rows = async () =>
  (
    await app.owner.query<{ line: string }>(
      `select concat_ws(' ', extract(day from day), ${countedEvents.join(", ")}) as line from transparency_days order by day`,
    )
  ).rows.map(({ line }) => line);
const visit = (remoteAddress: string, query = "") => app.app.inject({ url: transparencyPath + query, remoteAddress });
let visitors = 0;
const page = async (query = "") => (await visit(`198.51.100.${(visitors += 1)}`, query)).body;

describe("the public counts of complete Lagos days [T-51 T-72 R-10]", () => {
  test("may be indexed, with a description of their own [LAND-01]", async () => {
    const { headers, body } = await visit("198.51.100.250");
    expect(headers["x-robots-tag"]).toBeUndefined();
    expect(body).toMatch(/<meta name="description" content="How many people were asked[^"]{20,120}" \/>/);
    expect(body).not.toContain("noindex");
  });

  test("count each event once on its day, exclude today and catch up on missed days", async () => {
    await at(1, "23:50:00");
    const user = await app.user({ NGN: 100_000_00n });
    await app.owner.query("update sign_ins set ends_at = '2040-01-01'");
    expect(await page()).toContain("There is no full day to count yet");
    const [yes, silent] = [await requestConsent(app, user), await requestConsent(app, user)];
    await app.runSchedule("seal_audit");
    await at(2, "00:00:30");
    const no = await requestConsent(app, user);
    const wrong = await requestConsent(app, user);
    app.providers.sms.respondWith({ kind: "refused", why: "no such number" });
    const nin = randomNin();
    const unreachable = {
      kind: "found",
      record: adultPerson(nin, { contact: { phone: "+2348120000001", mail: null } }),
    } as const;
    await completeLookup(app, user, unreachable);
    await app.runSchedule("expire_consents");
    app.providers.sms.respondWith("sent");
    await submitForm(app, `${wrong.token}/wrong-person`, []);
    await submitDecision(app, yes.token, "grant");
    await submitDecision(app, no.token, "deny");
    await app.drainQueue(); // denied consents are purged at once
    await at(2, "09:00:00");
    await submitDecision(app, yes.token, "withdraw");
    await app.drainQueue();
    await at(2, "23:58:00"); // eight minutes after the last consent's deadline, with no job in between
    await app.runSchedule("expire_consents");
    await app.owner.query(
      "update verification_requests set purge_due_at = product_now() - interval '8 minutes' where id = $1",
      [silent.itemId],
    );
    await app.runSchedule("purge_due");
    await app.drainQueue();
    await app.runSchedule("seal_audit");

    await at(3, "00:05:00");
    await app.runSchedule("count_days");
    expect(await rows()).toEqual(["1 2 0 0 0 0 0 0 0"]); // yesterday's last jobs may still be running
    await at(3, "00:11:00");
    const other = await app.startProcess();
    const countThere = other.product.schedule.find(({ name }) => name === "count_days")?.run;
    const first = await page();
    expect(first).toContain("There is one day so far.");
    expect(first).not.toContain("All days"); // the total would be the same row
    await Promise.all([app.runSchedule("count_days"), countThere?.()]);
    const two = ["1 2 0 0 0 0 0 0 0", "2 3 1 1 1 2 1 5 4"];
    expect(await rows()).toEqual(two);

    await requestConsent(app, user);
    await app.owner.query("update consents set asked_at = asked_at - interval '1 day' where state = 'pending'");
    await at(6, "12:00:00");
    await app.runSchedule("count_days");
    expect(await rows()).toEqual([...two, "3 0 0 0 0 0 0 0 0", "4 0 0 0 1 0 0 0 0", "5 0 0 0 0 0 0 0 0"]);
    await app.runSchedule("seal_audit");

    const text = await page();
    const cells = [
      ...text.matchAll(/<tr[^>]*>\s*<th role="rowheader" scope="row">([^<]+)<\/th>((?:\s*<td [^>]*>[^<]*<\/td>)+)/g),
    ].map(([, day = "", numbers = ""]) => [
      day,
      [...numbers.matchAll(/<td [^>]*>([^<]*)</g)].map(([, cell]) => cell).join(" "),
    ]);
    expect(cells).toEqual([
      ["All days", "5 1 1 2 2 1 5 4"],
      ["July 5, 2031", "0 0 0 0 0 0 0 0"],
      ["July 4, 2031", "0 0 0 1 0 0 0 0"],
      ["July 3, 2031", "0 0 0 0 0 0 0 0"],
      ["July 2, 2031", "3 1 1 1 2 1 5 4"],
      ["July 1, 2031", "2 0 0 0 0 0 0 0"],
    ]);
    expect(text).toContain("80.0%");
    expect(text).toContain("July 6, 2031 at 12:00 PM, Lagos time.");
    const head = await app.owner.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from audit_heads order by day desc limit 1",
    );
    expect(text).toContain(head.rows[0]?.hash ?? "none");
    expect(text).toContain("so a row may not add up");
    expect([text.includes('href="/my-data"'), text.includes('href="/transparency"')]).toEqual([true, false]);
    expect(await page("?day=2031-07-02&size=1e9&q=%27")).toBe(text);
    for (const secret of [user.id, user.email, yes.nin, yes.phone, yes.itemId]) expect(text).not.toContain(secret);
    await app.owner.query("update consents set asked_at = asked_at + interval '1 day' where state = 'pending'");
    await app.runSchedule("expire_consents");
  });

  test("list 30 days, with all days in the totals", async () => {
    await app.owner.query(
      `insert into transparency_days select day, 1000, 1, 1, 1, 1, 1, 1, 1 from generate_series(date '2020-01-01', date '2020-12-31', interval '1 day') day`,
    );
    const text = await page();
    expect(text.match(/<th role="rowheader" scope="row">/g)).toHaveLength(daysShown + 1);
    expect(text).toContain("366,005");
  });
});

test("limits requests per address [T-72]", async () => {
  const visits = [];
  for (const last of [1, 1, 1, 2]) visits.push((await visit(`203.0.113.${last}`)).statusCode);
  expect(visits).toEqual([200, 200, 429, 200]);
});

test.each([
  [0n, 0n, "nothing was due"],
  [3n, 3n, "100.0%"],
  [100_000n, 99_999n, "99.9%"],
  [3n, 0n, "0.0%"],
])("rounds the on-time share down: of %s deleted, %s on time, shown as %s", (deleted, onTime, words) => {
  const none = { asked: 0n, granted: 0n, denied: 0n, unanswered: 0n, unreached: 0n, withdrawn: 0n };
  expect(formatOnTimeShare({ ...none, deleted, deleted_on_time: onTime })).toBe(words);
});
