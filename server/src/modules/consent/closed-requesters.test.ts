import { randomPhone } from "../../testing/phones.ts";
import { formatMinor } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { subjectCookieName } from "../../http/cookies.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import {
  requestConsent,
  completeLookup,
  openSubjectPage,
  ownOrigin,
  submitDecision,
  submitForm,
  readRequestState,
} from "../../testing/lookup-steps.ts";

/** After a requester's account closes, subjects still see its name and their blocks still apply. [T-45] */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const close = async (user: TestUser) => {
  const { NGN } = await app.wallets(user);
  const shown = NGN > 0n ? [{ currency: "NGN", amount: formatMinor(NGN) }] : [];
  return user.post("/user/close", { confirm: "CLOSE", balance: { way: "give_up", shown } });
};
/** A requester. @param mailbox the email address of a closed account */
async function requester(name: string, mailbox?: string): Promise<TestUser> {
  const user = await app.user({ NGN: 20_000_00n });
  const signedUp = mailbox ?? user.email;
  await app.owner.query(
    `begin; set local session_replication_role = replica; -- no operation changes an email address
     update users set first_name = '${name}', email = '${signedUp}' where id = '${user.id}'; commit`,
  );
  return { ...user, email: signedUp };
}
const form = (url: string, fields: Record<string, string>, cookie?: string) =>
  app.app.inject({
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: ownOrigin,
      "sec-fetch-site": "same-origin",
      ...(cookie !== undefined && { cookie: `${subjectCookieName}=${cookie}` }),
    },
    payload: new URLSearchParams(fields).toString(),
  });
const enter = async (token: string) =>
  (await form(`/consent/${token}/my-data`, {})).cookies.find(({ name }) => name === subjectCookieName)?.value ?? "";
const myData = async (cookie: string, path = "/my-data") =>
  (await app.app.inject({ url: path, headers: { cookie: `${subjectCookieName}=${cookie}` } })).body;
const stored = (user: TestUser) =>
  app.owner.query<{ id: string; row: string }>(
    "select id, l::text as row from closed_requesters l where owner_id = $1",
    [user.id],
  );

test("rejects closure while a misuse report is open, without its author [T-45 CONSENT-02]", async () => {
  const user = await requester("Reported");
  const pending = await requestConsent(app, user);
  await submitForm(app, `${pending.token}/report`, [
    ["reason", "pressure"],
    ["text", "They press me"],
  ]);
  await app.drainQueue();
  const response = await close(user);
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, "work_under_way"]);
  expect(response.json<{ message: string }>().message).toMatch(
    /^A check of how this account is used is still in progress/,
  );
  await app.owner.query("update subject_cases set answered_at = now(), answered_by = 'Ada' where owner_id = $1", [
    user.id,
  ]);
  expect((await close(user)).statusCode).toBe(200);
});

test("shows subjects the sealed name of a requester whose account has closed [T-45 T-53]", async () => {
  const user = await requester("Vanishing");
  const phone = randomPhone();
  const pending = await requestConsent(app, user, { contact: { phone, mail: null } });
  await submitDecision(app, pending.token, "grant");
  const cookie = await enter(pending.token);
  await form(`/my-data/requests/${pending.itemId}/block`, {}, cookie);
  expect((await close(user)).statusCode).toBe(200);
  await app.drainQueue();

  expect((await openSubjectPage(app, pending.token)).body).toContain("Vanishing");
  const page = await myData(cookie);
  expect(page.match(/Vanishing/g)?.length).toBeGreaterThan(1); // the request and the block
  expect(page).not.toContain("Closed account");
  expect(await myData(cookie, "/my-data/copy.json")).toContain("Vanishing");
  const { rows } = await stored(user);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toMatch(/Vanishing|example/);
});

test("blocks a requester under each later account of the same email address [T-45]", async () => {
  const phone = randomPhone();
  const before = await requester("Before");
  const first = await requestConsent(app, before, { contact: { phone, mail: null } });
  await form(`/my-data/requests/${first.itemId}/block`, {}, await enter(first.token));
  const outcomes: (string | undefined)[] = [];
  let last = before;
  for (const name of ["Again", "Once more"]) {
    expect((await close(last)).statusCode).toBe(200);
    await app.drainQueue();
    last = await requester(name, before.email);
    outcomes.push(await outcomeOfAsking(last, phone));
  }
  expect(outcomes).toEqual(["BLOCKED", "BLOCKED"]);
  await requestConsent(app, await requester("Other"), { contact: { phone, mail: null } }); // throws if no consent request is sent
});

test("deletes the name after twelve months, and the row with its last block [T-51]", async () => {
  const [blocked, other, unseen] = [await requester("Blocked"), await requester("Other"), await requester("Unseen")];
  const pending = await requestConsent(app, blocked);
  await requestConsent(app, other);
  await form(`/my-data/requests/${pending.itemId}/block`, {}, await enter(pending.token));
  for (const user of [blocked, other, unseen]) expect((await close(user)).statusCode).toBe(200);
  expect((await stored(unseen)).rows).toEqual([]); // made no requests
  const ids = [(await stored(blocked)).rows[0]?.id ?? "", (await stored(other)).rows[0]?.id ?? ""];
  await app.runSchedule("delete_expired_rows");
  expect(await app.product.keys.findAll(ids)).toHaveProperty("size", 2);

  await app.owner.query(
    "update closed_requesters set closed_at = closed_at - interval '12 months 1 day' where id = any ($1)",
    [ids],
  );
  await app.runSchedule("delete_expired_rows");
  expect(await app.product.keys.findAll(ids)).toHaveProperty("size", 0);
  const left = await app.owner.query("select owner_id, sealed from closed_requesters where id = any ($1)", [ids]);
  expect(left.rows).toEqual([{ owner_id: blocked.id, sealed: null }]);
  await app.owner.query("delete from subject_blocks where owner_id = $1", [blocked.id]);
  await app.runSchedule("delete_expired_rows");
  expect((await stored(blocked)).rows).toEqual([]);
});

/** The outcome of a lookup by phone number that sends no consent request. */
async function outcomeOfAsking(user: TestUser, phone: string): Promise<string | undefined> {
  const nin = randomNin();
  const record = adultPerson(nin, { contact: { phone, mail: null } });
  const bought = await completeLookup(app, user, { kind: "found", record });
  return (await readRequestState(app, bought.itemId))?.outcome ?? undefined;
}
