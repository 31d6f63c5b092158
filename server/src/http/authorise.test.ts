import { organisationHeader } from "@idanimo/contract/operation";
import { roleRights } from "@idanimo/contract/organisations/rights";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

/** Authorisation of a call for an organisation. */

let app: TestApp;
let business: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  business = await app.user({ userType: "business", NGN: 100_000_00n });
  colleague = await app.user();
  await app.owner.query("insert into members (organisation_id, user_id, roles) values ($1, $2, '{reader}')", [
    business.id,
    colleague.id,
  ]);
});
afterAll(() => app.close());

const get = (path: string, who: TestUser, organisation?: string) =>
  app.app.inject({
    method: "GET",
    url: `/api/v2${path}`,
    headers: {
      authorization: `Bearer ${who.token}`,
      ...(organisation !== undefined && { [organisationHeader]: organisation }),
    },
  });
const codeOf = (response: { body: string }) => (JSON.parse(response.body) as { code?: string }).code;

test("a member acts for the organisation that the call names [TM-02]", async () => {
  const own = await get("/user/profile", colleague);
  const forBusiness = await get("/user/profile", colleague, business.id);
  expect(own.json()).toMatchObject({ organisation: null, walletBalance: 0 });
  expect(forBusiness.json()).toMatchObject({ organisation: { id: business.id, rights: roleRights.reader } });
  expect(forBusiness.json<{ walletBalance: unknown }>().walletBalance).not.toEqual(
    own.json<{ walletBalance: unknown }>().walletBalance,
  );
});

test("a missing right is named, also in the next call after its removal [TM-02]", async () => {
  const transactions = await get("/transaction/payment-history", colleague, business.id);
  expect([transactions.statusCode, codeOf(transactions)]).toEqual([403, "right_missing"]);
  expect(transactions.json()).toMatchObject({ details: { right: "wallet:read" } });
  const setRoles = (roles: string) =>
    app.owner.query("update members set roles = $1::text[] where user_id = $2", [roles, colleague.id]);
  await setRoles("{reader,finance}");
  expect((await get("/transaction/payment-history", colleague, business.id)).statusCode).toBe(200);
  await setRoles("{reader}");
  expect((await get("/transaction/payment-history", colleague, business.id)).statusCode).toBe(403);
});

test("an organisation of others is not found, nor is one that does not exist [TM-15]", async () => {
  const stranger = await app.user();
  for (const id of [business.id, randomIds.publicId(), "x"]) {
    const response = await get("/user/profile", stranger, id);
    expect([response.statusCode, codeOf(response)]).toEqual([404, "not_found"]);
  }
});

test("a member without the required second factor can only set it up [TM-14]", async () => {
  await app.owner.query("update organisations set mfa_required = true where id = $1", [business.id]);
  const history = await get("/user/matching-requests", colleague, business.id);
  expect([history.statusCode, codeOf(history)]).toEqual([403, "second_factor_required"]);
  expect((await get("/user/security", colleague, business.id)).statusCode).toBe(200);
  await app.owner.query("update organisations set mfa_required = false where id = $1", [business.id]);
});
