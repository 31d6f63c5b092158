import * as texts from "@idanimo/contract/texts";
import { searchTypes } from "@idanimo/contract/catalogue";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Vault } from "../../../kernel/vault.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../../testing/app.ts";
import { adultPerson, FakeCompanies } from "../../../testing/fakes.ts";
import {
  requestConsent,
  buySearch,
  setClockRelativeTo,
  completeLookup,
  payPurchase,
  submitDecision,
} from "../../../testing/lookup-steps.ts";
import { valueKind } from "../rules.ts";
import { valueHashesOf } from "./value-hashes.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({}, { sources: () => new FakeCompanies().sources })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

type Page = {
  readonly requests: readonly { readonly id: string; readonly searchValue: string; readonly action: string }[];
};
const payer = () => app.user({ NGN: 10_000_00n });
const find = async (user: TestUser, q: string, type?: string) =>
  (await user.post("/user/matching-requests", { q, ...(type !== undefined && { type }) })).json<Page>().requests;
const ids = async (...asked: Parameters<typeof find>) => (await find(...asked)).map(({ id }) => id);

const vault = new Vault(["a secret that only tests know, 32+"]);
describe("valueHashesOf [DASH-04 C-35]", () => {
  test.each([
    ["NIN", "70123456789", ["70123456789", "701 2345 6789", "701-2345-6789"]],
    ["Face+NIN", "70123456789", ["701 2345 6789"]],
    ["BVN", "22123456789", ["22123456789", "221 2345 6789"]],
    ["Phone Number", "08031234567", ["08031234567", "0803 123 4567"]],
    ["VIN", "1HGCM82633A004352", ["1HGCM82633A004352", "1hgcm82633a004352", "1HGCM 82633 A004352"]],
    ["Vehicle Registration Number", "ABC123XY", ["abc123xy", "ABC-123-XY", "abc 123 xy"]],
    ["RC NUMBER", "RC 411002", ["RC 411002"]], // a value stored before normalisation was introduced
    ["RC NUMBER", "411002", ["411002", "RC 411002", "rc411002", "４１１００２"]],
    ["RC NUMBER", "BN411002", ["bn 411002", "BN-411002"]],
    ["COMPANY NAME", "Dangote Cement Plc", ["Dangote Cement Plc"]], // stored before normalisation
    [
      "COMPANY NAME",
      "DANGOTECEMENTPLC",
      ["dangote cement plc", "Dangote-Cement  PLC", "ＤＡＮＧＯＴＥ cement\u200b plc"],
    ],
    ["COMPANY NAME", "ỌDÚDUWÀ", ["Ọdúduwà".normalize("NFD"), "ọdúduwà"]],
  ])("finds the %s %s in each spelling", (parameter, stored, spellings) => {
    const wanted = vault.indexHash(parameter, stored);
    expect(searchTypes.map(valueKind)).toContain(parameter);
    for (const typed of spellings)
      expect(valueHashesOf(vault, typed, searchTypes).some((hash) => hash.equals(wanted))).toBe(true);
  });
});

test("search finds the owner's complete value only, within the type filter [DASH-04 T-43]", async () => {
  const [user, other] = [await payer(), await payer()];
  const bought = await requestConsent(app, user);
  await requestConsent(app, user);
  const grouped = bought.nin.replace(/^(...)(....)(....)$/, "$1 $2 $3");
  for (const typed of [bought.nin, grouped, ` ${bought.nin} `])
    expect(await find(user, typed)).toMatchObject([{ id: bought.itemId, searchValue: bought.nin }]);
  const byAddress = await user.get(`/user/matching-requests?q=${bought.nin}`);
  expect(byAddress.json<Page>().requests).toMatchObject([{ id: bought.itemId }]);
  expect(await find(user, bought.nin.slice(1))).toEqual([]);
  expect(await find(user, bought.nin.slice(0, -1))).toEqual([]);
  expect(await find(other, bought.nin)).toEqual([]);
  expect(await ids(user, bought.nin, "NIN")).toEqual([bought.itemId]);
  expect(await find(user, bought.nin, "BVN")).toEqual([]);
});

test("search merges matches by value and by word, each row once [DASH-04]", async () => {
  const user = await payer();
  const year = String(new Date().getUTCFullYear());
  const bought = [await requestConsent(app, user), await completeLookup(app, user, { kind: "not_found" })];
  // make the year a value of one of them too
  await app.owner.query("update verification_requests set value_hash = $2 where id = $1", [
    bought[0]?.itemId,
    vault.indexHash("RC NUMBER", year),
  ]);
  expect(await ids(user, year)).toEqual(bought.map(({ itemId }) => itemId).reverse());
});

describe("the history search by a company", () => {
  const buyCompany = async (user: TestUser, search: object) => {
    const bought = await buySearch(app, user, search);
    await payPurchase(user, bought);
    await app.drainQueue();
    return bought.itemId;
  };
  test.each([
    [
      { business_name: "Palm Oil & Sons-Ltd" },
      ["palm oil & sons-ltd", "PALM OIL & SONS LTD", "Palm\u00a0Oil & Sons\u2011Ltd"],
    ],
    [{ rc: "RC 6123000" }, ["6123000", "rc6123000", "rc 612-3000"]],
    [{ rc: "bn6123001" }, ["BN 6123001"]],
  ])("finds %j whatever its case, spaces and dashes [DASH-04]", async (search, spellings) => {
    const user = await payer();
    const id = await buyCompany(user, search);
    await buyCompany(user, { rc: "7000001" });
    for (const typed of spellings) expect(await ids(user, typed)).toEqual([id]);
  });

  test("finds a row whose hash is older than normalisation [DASH-04]", async () => {
    const user = await payer();
    const id = await buyCompany(user, { business_name: "Palm Oil" });
    const before = vault.indexHash("COMPANY NAME", "Palm Oil");
    await app.owner.query("update verification_requests set value_hash = $2 where id = $1", [id, before]);
    expect(await ids(user, "Palm Oil")).toEqual([id]);
  });
});

describe("the history search by the end of a masked value", () => {
  const endOf = (nin: string) => nin.slice(-2);
  test("combines with words and days, and requires all of them to match [DASH-07]", async () => {
    const [user, other] = [await payer(), await payer()];
    const failed = await completeLookup(app, user, { kind: "failed", why: "x" });
    const end = endOf(failed.nin);
    const year = new Date().getUTCFullYear();
    for (const typed of [end, `**${end}`, `nin ${end}`, `${end} refunded`, `nin ${year} ${end}`])
      expect(await ids(user, typed)).toEqual([failed.itemId]);
    expect(await ids(user, end, "NIN")).toEqual([failed.itemId]);
    for (const typed of [`vin ${end}`, `${end} denied`, `${end} ${year - 1}`, end === "11" ? "12" : "11"])
      expect(await ids(user, typed)).toEqual([]);
    expect(await ids(user, end, "BVN")).toEqual([]);
    expect(await ids(other, end)).toEqual([]);
  });

  test("matches the state of a row at the same instant as the row shows it [DASH-14]", async () => {
    const user = await payer();
    const bought = await requestConsent(app, user);
    const end = endOf(bought.nin);
    expect(await ids(user, `${end} awaiting`)).toEqual([bought.itemId]);
    expect(await ids(user, `${end} expired`)).toEqual([]);
    await setClockRelativeTo(app, deadline, [bought.itemId], 0);
    expect(await ids(user, `${end} awaiting`)).toEqual([]);
    expect(await ids(user, `${end} expired`)).toEqual([bought.itemId]);
  });
});

const erasedAt = "select expires_at as at from consents where request_id = $1";
const deadline = "select deadline as at from consents where request_id = $1";
describe("history search by a value after its request is over [T-52 C-40]", () => {
  type Bought = Awaited<ReturnType<typeof requestConsent>>;
  const grant = ({ token }: Bought) => submitDecision(app, token, "grant");
  test.each<[string, (bought: Bought) => Promise<unknown>, string]>([
    [
      "it has expired and no job has run",
      async (one) => (await grant(one), setClockRelativeTo(app, erasedAt, [one.itemId], 0)),
      texts.rowExpired,
    ],
    [
      "it has expired and is purged",
      async (one) => {
        await grant(one);
        await setClockRelativeTo(app, erasedAt, [one.itemId], 0);
        await app.runSchedule("purge_due");
      },
      texts.rowExpired,
    ],
    [
      "the deadline has passed and no job has run",
      (one) => setClockRelativeTo(app, deadline, [one.itemId], 0),
      texts.rowExpired,
    ],
    [
      "the deadline has passed and the job has closed it",
      async (one) => {
        await setClockRelativeTo(app, deadline, [one.itemId], 0);
        await app.runSchedule("expire_consents");
      },
      texts.rowExpired,
    ],
    [
      "consent is withdrawn",
      async (one) => (await grant(one), submitDecision(app, one.token, "withdraw")),
      texts.rowExpired,
    ],
    ["consent is denied", (one) => submitDecision(app, one.token, "deny"), texts.consentDenied],
  ])("finds the row by its new status only when %s", async (_what, ends, word) => {
    const user = await payer();
    const bought = await requestConsent(app, user);
    const [itemId] = [bought.itemId];
    expect(await ids(user, texts.awaitingConsent)).toEqual([itemId]);
    expect(await find(user, word)).toEqual([]);
    await ends(bought);
    expect(await find(user, bought.nin)).toEqual([]);
    expect(await ids(user, word)).toEqual([itemId]);
    for (const other of [texts.awaitingConsent, texts.rowViewResult]) expect(await find(user, other)).toEqual([]);
    expect(await ids(user, "nin")).toEqual([itemId]);
  });

  test("finds the value until the last second before expiry", async () => {
    const user = await payer();
    const bought = await requestConsent(app, user);
    await grant(bought);
    await setClockRelativeTo(app, erasedAt, [bought.itemId], -1);
    expect(await ids(user, bought.nin)).toEqual([bought.itemId]);
    expect(await ids(user, texts.rowViewResult)).toEqual([bought.itemId]);
    expect(await find(user, texts.rowExpired)).toEqual([]);
  });

  test("does not find the value of a refunded request", async () => {
    const user = await payer();
    const bought = await completeLookup(app, user, { kind: "failed", why: "x" });
    expect(await find(user, bought.nin)).toEqual([]);
    expect(await ids(user, texts.rowRefunded)).toEqual([bought.itemId]);
    expect(await find(user, randomNin())).toEqual([]);
  });
});

describe("the history search by a number of a request with several values", () => {
  const records = (nin: string) => ({ kind: "found", record: adultPerson(nin) }) as const;
  const buyQuestion = async (user: TestUser, search: { readonly nin: string } & object) => {
    app.providers.personRecords.respondTo(search.nin, records(search.nin));
    const bought = await buySearch(app, user, search);
    await payPurchase(user, bought);
    await app.drainQueue();
    return bought.itemId;
  };
  const nameQuestion = (nin: string) => ({ check: "name_match", nin, firstname: "Ngozi", lastname: "Obi" });
  const phoneQuestion = (nin: string) => ({ check: "phone_is_theirs", nin, phone: "08031112222" });

  test("finds each complete number, within the owner's rows and the type filter [DASH-04 AO-01]", async () => {
    const [user, other] = [await payer(), await payer()];
    const [nin, otherNin] = [randomNin(), randomNin()];
    const [name, phone] = [
      await buyQuestion(user, nameQuestion(nin)),
      await buyQuestion(user, phoneQuestion(otherNin)),
    ];
    expect(await ids(user, nin)).toEqual([name]);
    expect(await ids(user, nin.replace(/^(...)(....)(....)$/, "$1 $2 $3"))).toEqual([name]);
    expect(await ids(user, otherNin)).toEqual([phone]);
    for (const typed of ["08031112222", "0803 111 2222"]) expect(await ids(user, typed)).toEqual([phone]);
    expect(await ids(user, nin, "NIN")).toEqual([]);
    for (const typed of ["Ngozi", nin.slice(1), randomNin()]) expect(await ids(user, typed)).toEqual([]);
    expect(await ids(other, nin)).toEqual([]);
  });

  test("finds a full check and a question about one number together", async () => {
    const user = await payer();
    const bought = await requestConsent(app, user);
    const question = await buyQuestion(user, nameQuestion(bought.nin));
    expect(await ids(user, bought.nin)).toEqual([question, bought.itemId]);
  });

  test("ends with the request, and leaves no hash [T-52]", async () => {
    const user = await payer();
    const nin = randomNin();
    const id = await buyQuestion(user, nameQuestion(nin));
    await setClockRelativeTo(app, deadline, [id], 0);
    expect(await ids(user, nin)).toEqual([]);
    await app.runSchedule("expire_consents");
    await app.runSchedule("purge_due");
    await app.drainQueue();
    const left = await app.owner.query("select from searched_numbers where request_id = $1", [id]);
    expect(left.rowCount).toBe(0);
  });
});
