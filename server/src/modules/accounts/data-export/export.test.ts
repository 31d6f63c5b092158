import { writeFileSync } from "node:fs";
import { naira } from "@idanimo/contract/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { adultPerson } from "../../../testing/fakes.ts";
import { createBusiness, insertMember } from "../../../testing/organisation-steps.ts";
import { requestConsent, setClockRelativeTo, completeLookup, submitDecision } from "../../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await app.checkInvariants();
  await app.close();
});

type Row = Readonly<Record<string, unknown>>;
type File = Readonly<Record<string, readonly Row[]>>;
const begin = (user: TestUser) => user.post("/user/export/begin", {});
async function take(user: TestUser): Promise<{ readonly file: File; readonly text: string }> {
  expect((await begin(user)).statusCode).toBe(200);
  const response = await user.get("/user/export");
  expect(response.statusCode).toBe(200);
  return { file: response.json<File>(), text: response.body };
}

test("requires reauthentication within the last ten minutes: prove_first [T-10]", async () => {
  const user = await app.user();
  const early = [await user.get("/user/export"), await user.get("/user/export.pdf")];
  expect(early.map((response) => [response.statusCode, response.json<{ code: string }>().code])).toEqual([
    [403, "prove_first"],
    [403, "prove_first"],
  ]);
  await begin(user);
  await setClockRelativeTo(app, "select export_until as at from sign_ins where user_id = $1", [user.id], -1);
  expect((await user.get("/user/export")).statusCode).toBe(200);
  await setClockRelativeTo(app, "select export_until as at from sign_ins where user_id = $1", [user.id], 1);
  expect((await user.get("/user/export")).statusCode).toBe(403);
  await setClockRelativeTo(app, "select created_at as at from sign_ins where user_id = $1", [user.id], 3_600);
  const stale = await begin(user); // without a password, the sign-in must be recent
  expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([403, "sign_in_again"]);
  await app.setClockOffset(0);
});

test("contains the owner's actions and charges, and no data about subjects [T-42 R-08]", async () => {
  const user = await app.user({ NGN: 50_000_00n });
  const contact = { phone: "+2348055512345", mail: null };
  const pending = await requestConsent(app, user, {
    contact,
    fields: { firstname: "Plantedname", surname: "Foundsurname" },
  });
  await submitDecision(app, pending.token, "grant");
  const missing = await completeLookup(app, user);
  await app.startPayment(user, naira(2_000_00n));
  const { file, text } = await take(user);

  expect(Object.keys(file)).toEqual([
    "about",
    "account",
    "signIns",
    "passkeys",
    "linkedAccounts",
    "organisationSignIns",
    "knownBrowsers",
    "suspensions",
    "directories",
    "notices",
    "toldDevices",
    "wallets",
    "movements",
    "purchases",
    "payments",
    "requests",
    "unfinishedRequests",
    "reports",
    "bulkFiles",
    "done",
  ]);
  expect(file["account"]).toMatchObject([
    { email: user.email, firstName: "Ada", waysToSignIn: { hasPassword: false } },
  ]);
  const request = file["requests"]?.find(({ id }) => id === pending.itemId);
  expect(request).toMatchObject({
    reference: pending.transactionID,
    outcome: "DELIVERED",
    consent: { state: "granted", purpose: "A job" },
  });
  expect(file["purchases"]?.map(({ reference }) => reference)).toContain(missing.transactionID);
  expect(file["payments"]).toMatchObject([{ amount: "2000", state: "initiated" }]);
  const moved = (file["movements"] ?? []).reduce((sum, { amount }) => sum + Number(amount), 0);
  expect(moved.toFixed(2)).toBe((Number((await app.wallets(user)).NGN) / 100).toFixed(2));
  expect(file["done"]?.map(({ action }) => action)).toContain("export_allowed");
  expect(text).not.toMatch(/Plantedname|Foundsurname|2348055512345/);
  expect(text).not.toContain(pending.nin);
  expect(text).not.toContain(user.token);
});

test("contains each suspension with its reason, without the note of the operators [OC-09]", async () => {
  const [user, other] = [await app.user(), await app.user()];
  await app.owner.query(
    `with operator as (insert into operators (id, email, name, state, roles, password_hash, totp_sealed)
       values (gen_random_uuid(), 'export@operators.example.test', 'Exporting', 'active', '{support}', 'none', '\\x01') returning id)
     insert into suspensions (id, owner_id, reason_code, after_report, note, made_by, ended_by, ended_at)
     select gen_random_uuid(), s.owner_id, s.code, false, 'Plantednote', operator.id, s.ended_by_one, s.ended_at
     from operator, lateral (values ($1::uuid, 'payment', operator.id, product_now()), ($1, 'security', null, null), ($2, 'misuse', null, null))
       s (owner_id, code, ended_by_one, ended_at)`,
    [user.id, other.id],
  );
  const { file, text } = await take(user);
  expect(file["suspensions"]?.map(({ because, endedAt }) => [because, endedAt !== null]).toSorted()).toEqual([
    ["a payment was disputed", true],
    ["someone else may be using the account", false],
  ]);
  expect(text).not.toMatch(/Plantednote|Exporting/);
});

test("contains the rows of one account only [T-43]", async () => {
  const [mine, theirs] = [await app.user({ NGN: 9_000_00n }), await app.user({ NGN: 9_000_00n })];
  const bought = await completeLookup(app, theirs);
  const { text } = await take(mine);
  for (const value of [theirs.id, theirs.email, bought.itemId, bought.transactionID]) expect(text).not.toContain(value);
});

test("of a business account has nothing of its colleagues, and not their wallet [T-43 TM-04]", async () => {
  const owner = await createBusiness(app, { NGN: 9_000_00n });
  await completeLookup(app, owner);
  const alone = await take(owner.own);
  expect(alone.file["wallets"]).toHaveLength(2);
  expect(alone.file["movements"]).not.toEqual([]);
  const colleague = await insertMember(app, owner.organisationId, ["requester"]);
  const theirs = await completeLookup(app, colleague);
  const { file, text } = await take(owner.own);
  expect([file["wallets"], file["movements"]]).toEqual([[], []]);
  expect(file["purchases"]).toHaveLength(1);
  for (const value of [colleague.id, colleague.email, theirs.itemId, theirs.transactionID])
    expect(text).not.toContain(value);
  // and a member's own file has nothing of the organisation
  const own = await take(colleague.own);
  for (const value of [owner.organisationId, owner.email, theirs.itemId]) expect(own.text).not.toContain(value);
});

test("contains a note and an expected name only until the key of its request is destroyed [T-52]", async () => {
  const user = await app.user({ NGN: 9_000_00n });
  const made = await user.post("/verification/session", {
    nin: adultPerson("12345678917").number,
    currency: "NGN",
    purpose: { code: "tenancy", note: "For the flat upstairs" },
    expectedName: { firstname: "Zubaida", lastname: "Danladi" },
  });
  expect(made.statusCode).toBe(200);
  expect((await take(user)).file["unfinishedRequests"]).toMatchObject([
    { consent: { purpose: "Renting a home", note: "For the flat upstairs", nameGiven: "Zubaida Danladi" } },
  ]);
  const { rows } = await app.owner.query<{ id: string }>("select id from purchase_items where owner_id = $1", [
    user.id,
  ]);
  await app.product.keys.destroy(rows.map(({ id }) => id));
  expect((await take(user)).text).not.toMatch(/upstairs|Zubaida/);
});

test("draws a PDF with row counts and the newest 500 rows of a long list [T-54 T-51]", async () => {
  const user = await app.user({ NGN: 9_000_00n });
  await app.owner.query(
    `insert into notices (id, owner_id, key, kind, created_at)
     select gen_random_uuid(), $1::uuid, 'n:' || $1 || n, 'result_ready', now() - make_interval(secs => n) from generate_series(1, 2501) n`,
    [user.id],
  );
  await begin(user);
  const response = await user.get("/user/export.pdf");
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/pdf"]);
  const shown = parsePdf(response.rawPayload)
    .pages.map((page) => page.map(({ text }) => text).join(" "))
    .join(" ");
  if (process.env["SHOW_PAPER"]) writeFileSync(process.env["SHOW_PAPER"], response.rawPayload);
  expect(shown).toContain("the newest 500 of 2,501");
  expect(shown).toContain("records, passwords, keys and codes are not in this file");
  expect(shown.match(/A result is ready/g)).toHaveLength(500);
  expect((await take(user)).file["notices"]).toHaveLength(2_501); // each of them once, over pages of a thousand
  expect(new Set((await take(user)).file["notices"]?.map(({ at }) => at)).size).toBe(2_501);
});

test("draws amounts with their sign, labels for codes, and one line for empty lists [T-54]", async () => {
  const user = await app.user({ NGN: 47_648_00n });
  await completeLookup(app, user, { kind: "failed", why: "x" });
  await completeLookup(app, user, { kind: "not_found" });
  await app.owner.query("update sign_ins set device = $2 where user_id = $1", [
    user.id,
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  ]);
  await begin(user);
  const { pages } = parsePdf((await user.get("/user/export.pdf")).rawPayload);
  const shown = pages.map((page) => page.map(({ text }) => text).join(" ")).join(" ");
  for (const words of ["₦47,060", "-₦500", "Refund", "Refunded", "No Data Found", "Chrome on Android", "Completed"])
    expect(shown).toContain(words);
  expect(shown).toMatch(/We have nothing of: .*Your passkeys; .*Files you sent in/);
  expect(shown).not.toMatch(/NGN|REFUND|[a-z]_[a-z]|Mozilla|Nothing(?! moved)/);
});
