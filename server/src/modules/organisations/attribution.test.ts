import { downloads } from "@idanimo/contract/downloads";
import { lagosDay } from "@idanimo/contract/date-format";
import { apiBase, type OutputOf } from "@idanimo/contract/operation";
import type { history } from "@idanimo/contract/history";
import type { paymentHistory } from "@idanimo/contract/wallet";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../documents/testing/parse-pdf.ts";
import { displayedCell, parseCsv } from "../../kernel/testing/parse-csv.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { completeLookup, requestConsent } from "../../testing/lookup-steps.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../testing/organisation-steps.ts";

/** Requests and money of an organisation name the member who made them [TM-04]. */

let app: TestApp;
let owner: TestMember;
let requester: TestMember;
let finance: TestMember;
const asked = { byOwner: "", byRequester: "" };
beforeAll(async () => {
  app = await createTestApp();
  owner = await createOrganisation(app, { NGN: 50_000_00n });
  requester = await addMember(app, owner, ["requester"], "Dayo");
  finance = await addMember(app, owner, ["finance"], "Chidi");
  asked.byOwner = (await requestConsent(app, owner)).itemId;
  asked.byRequester = (await requestConsent(app, requester)).itemId;
  await completeLookup(app, requester, { kind: "failed", why: "x" }); // refunded
  const reference = await app.startPayment(finance, { currency: "NGN", minor: 5_000_00n });
  app.providers.cardPayments.reportPaid(reference);
  await finance.get(`/payment/check?transactionRef=${reference}`);
  await app.drainQueue();
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const [amina, chidi, dayo] = ["Amina Okoye", "Chidi Okoye", "Dayo Okoye"];
const requestsOf = async (by: TestUser, query = "") =>
  (await by.get(`/user/matching-requests${query}`)).json<OutputOf<typeof history>>();
const namesOf = async (by: TestUser, query = "") =>
  (await requestsOf(by, query)).requests.map(({ member }) => member?.name);
const movesOf = async (by: TestUser, query = "") =>
  (await by.get(`/transaction/payment-history${query}`))
    .json<OutputOf<typeof paymentHistory>>()
    .transactions.map(({ transactionType, member }) => [transactionType, member?.name]);
const inApi = (address: string) => address.replace(apiBase, "");

describe("the history of an organisation [TM-04]", () => {
  test("names the member of each request, and filters by member", async () => {
    expect(await namesOf(finance)).toEqual([dayo, dayo, amina]);
    expect(await namesOf(finance, `?memberId=${owner.id}`)).toEqual([amina]);
    const filtered = await requestsOf(owner, `?memberId=${requester.id}&type=NIN`);
    expect(filtered.requests.map(({ id }) => id)).toContain(asked.byRequester);
    expect(filtered.requests.map(({ member }) => member)).toEqual([
      { userId: requester.id, name: dayo },
      { userId: requester.id, name: dayo },
    ]);
    expect(filtered.totalCount).toBe(2);
    const found = await owner.post("/user/matching-requests", { q: "nin", memberId: owner.id });
    expect(found.json<OutputOf<typeof history>>().requests.map(({ id }) => id)).toEqual([asked.byOwner]);
  });

  test("shows a member without the right to all requests no colleague's by this filter [TM-03]", async () => {
    expect(await namesOf(requester)).toEqual([dayo, dayo]);
    expect(await requestsOf(requester, `?memberId=${owner.id}`)).toMatchObject({ requests: [], totalCount: 0 });
    expect(await namesOf(requester, `?memberId=${requester.id}&status=`)).toEqual([dayo, dayo]);
  });

  test("has a member column in its CSV", async () => {
    const [head, ...rows] = parseCsv((await owner.get(inApi(downloads.historyCsv()))).body);
    expect(head?.at(-1)).toBe("Member");
    expect(rows.map((row) => displayedCell(row.at(-1) ?? ""))).toEqual([dayo, dayo, amina]);
    const filtered = inApi(downloads.historyCsv({ organisation: owner.organisationId, memberId: owner.id }));
    const own = parseCsv((await owner.own.get(filtered)).body).slice(1);
    expect(own.map((row) => displayedCell(row.at(-1) ?? ""))).toEqual([amina]);
  });
});

describe("the transactions of an organisation [TM-04]", () => {
  test("name the member of each charge, refund and top-up, and are filtered by member", async () => {
    const all = [
      ["TOPUP", chidi],
      ["REFUND", dayo],
      ["VERIFICATION", dayo],
      ["VERIFICATION", dayo],
      ["VERIFICATION", amina],
    ];
    const moves = await movesOf(finance);
    // the wallet's opening balance is money that no member paid in
    expect(moves.filter(([, name]) => name !== undefined).slice(0, 5)).toEqual(all);
    for (const [id, name] of [
      [requester.id, dayo],
      [owner.id, amina],
      [finance.id, chidi],
    ])
      expect(await movesOf(finance, `?memberId=${id}`)).toEqual(all.filter(([, who]) => who === name));
    expect(await movesOf(finance, `?memberId=${requester.id}&type=REFUND`)).toEqual([["REFUND", dayo]]);
  });

  test("have a member column in the CSV and in the statement", async () => {
    const [head, ...rows] = parseCsv((await finance.get(inApi(downloads.transactionsCsv()))).body);
    expect(head?.at(-1)).toBe("Member");
    expect(rows.slice(0, 3).map((row) => displayedCell(row.at(-1) ?? ""))).toEqual([chidi, dayo, dayo]);
    const today = lagosDay(new Date());
    const pdf = await finance.get(inApi(downloads.statement("NGN", today, today)));
    expect(pdf.statusCode).toBe(200);
    const { spokenText: heard } = parsePdf(pdf.rawPayload);
    for (const words of ["Member", amina, chidi, dayo]) expect(heard).toContain(words);
  });
});

test("a person's own account has no member in a list, a file or a statement", async () => {
  const user = await app.user({ NGN: 50_000_00n });
  await requestConsent(app, user);
  expect(await namesOf(user)).toEqual([undefined]);
  expect((await movesOf(user)).every(([, name]) => name === undefined)).toBe(true);
  for (const path of [downloads.historyCsv(), downloads.transactionsCsv()])
    expect(parseCsv((await user.get(inApi(path))).body)[0]).not.toContain("Member");
  const today = lagosDay(new Date());
  const { spokenText: heard } = parsePdf((await user.get(inApi(downloads.statement("NGN", today, today)))).rawPayload);
  expect(heard).not.toContain("Member");
  expect(outcome(await user.get(`/user/matching-requests?memberId=no`))).toBe("400 bad_input");
});
