import { createServer } from "node:http";
import { once } from "node:events";
import { apiBase } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { recordStatements } from "../../../testing/statements.ts";
import { noisePicture } from "./testing/hostile-files.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

type Profile = {
  readonly [field: string]: unknown;
  readonly address: string | null;
  readonly phoneNumber: string | null;
  readonly profileImageLocation: string | null;
};
const profileOf = async (user: TestUser) => (await user.get("/user/profile")).json<Profile>();
const update = (user: TestUser, fields: object) => user.post("/user/update", fields);
/** The complete row in the database. */
const rowOf = async (user: TestUser) =>
  (await app.owner.query<Record<string, unknown>>("select * from users where id = $1", [user.id])).rows[0];
const withoutPhone = async (userType: "individual" | "business" = "individual") => {
  const user = await app.user({ userType });
  await app.owner.query("update users set phone = null where id = $1", [user.id]);
  return user;
};
const picture = async () => (await noisePicture(300, 200).jpeg().toBuffer()).toString("base64");

describe("a profile update [API-11 PROFILE-08]", () => {
  test("changes the fields that an individual sends and returns the new profile", async () => {
    const user = await withoutPhone();
    const before = await profileOf(user);
    const sent = { firstName: " Bola ", phoneNumber: "0803-123 4567", address: "3 Broad Street" };
    const response = await update(user, sent);
    expect(response.json()).toEqual({
      result: "success",
      profile: { ...before, ...sent, firstName: "Bola", phoneNumber: "+2348031234567" },
    });
    expect(await profileOf(user)).toEqual(response.json<{ profile: Profile }>().profile);
    const { address, office_address: office } = (await rowOf(user)) ?? {};
    expect([address, office]).toEqual(["3 Broad Street", null]);
  });

  test("stores a business's address as its office address", async () => {
    const user = await app.user({ userType: "business" });
    const sent = { businessName: "Bright Homes", rcNumber: "RC 7", designation: "Director", address: "1 Marina" };
    expect((await update(user, sent)).json()).toMatchObject({ profile: sent });
    expect(await rowOf(user)).toMatchObject({
      office_address: "1 Marina",
      address: null,
      business_name: "Bright Homes",
    });
  });

  test("changes nothing and writes no audit row if nothing differs", async () => {
    const user = await app.user();
    const before = await rowOf(user);
    expect((await update(user, {})).statusCode).toBe(200);
    expect((await update(user, { firstName: "Ada" })).statusCode).toBe(200); // the stored value
    expect(await rowOf(user)).toEqual(before);
    expect(await auditOf(user)).toEqual([]);
  });
});

const auditOf = async (user: TestUser) =>
  (await app.owner.query("select action, object_id, reason from audit_log where actor_id = $1", [user.id])).rows;

test("audits the names of changed fields without their values [T-53]", async () => {
  const user = await withoutPhone();
  await update(user, { firstName: "Telltale", phoneNumber: "+2348039999999", profileImage: await picture() });
  expect(await auditOf(user)).toEqual([
    { action: "profile_changed", object_id: user.id, reason: "firstName phoneNumber profileImage" },
  ]);
});

test("sets a phone once and rejects an update with another one [PROFILE-05]", async () => {
  const user = await withoutPhone();
  await update(user, { phoneNumber: "+2348030000007" });
  const rejected = await update(user, { phoneNumber: "+2348030000008", firstName: "Changed" });
  expect([rejected.statusCode, rejected.json()]).toMatchObject([
    409,
    { code: "phone_locked", fields: { phoneNumber: texts.phoneLocked } },
  ]);
  expect(await profileOf(user)).toMatchObject({ phoneNumber: "+2348030000007", firstName: "Ada" });
  expect((await update(user, { phoneNumber: "+2348030000007", firstName: "Same" })).statusCode).toBe(200);
});

test("stores a new phone number as unconfirmed", async () => {
  const user = await withoutPhone();
  await app.owner.query("update users set phone_verified_at = now() where id = $1", [user.id]);
  await update(user, { firstName: "Bola" });
  expect((await rowOf(user))?.["phone_verified_at"]).toBeInstanceOf(Date);
  await update(user, { phoneNumber: "+2348030000007" });
  expect(await rowOf(user)).toMatchObject({ phone: "+2348030000007", phone_verified_at: null });
});

test("sets one of several concurrent phone numbers [PROFILE-05]", async () => {
  const user = await withoutPhone();
  const responses = await Promise.all(
    ["+2348030000001", "+2348030000002", "+2348030000003"].map((phoneNumber) => update(user, { phoneNumber })),
  );
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
});

test("rejects business fields for an individual by name and changes nothing", async () => {
  const user = await app.user();
  const rejected = await update(user, { firstName: "Changed", businessName: "B", rcNumber: "RC 1", designation: "D" });
  expect([rejected.statusCode, rejected.json()]).toMatchObject([
    400,
    {
      code: "bad_input",
      fields: { businessName: texts.businessOnly, rcNumber: texts.businessOnly, designation: texts.businessOnly },
    },
  ]);
  expect(await profileOf(user)).toMatchObject({ firstName: "Ada", businessName: null });
});

test.each([
  ["firstName", "", texts.firstNameRequired],
  ["lastName", " \t", texts.lastNameRequired],
  ["firstName", "\u200B\r\n", texts.firstNameRequired],
  ["firstName", "Ada\0", texts.unreadableCharacter],
  ["address", "\u0007", texts.unreadableCharacter],
  ["phoneNumber", "0803123456", texts.phoneInvalid],
  ["phoneNumber", null, texts.phoneInvalid],
  ["profileImage", "", texts.imageType],
  ["profileImage", "x".repeat(2_796_300), texts.imageTooLarge],
  ["profileImage", Buffer.from("<svg/>").toString("base64"), texts.imageType],
])("rejects invalid input with its field: %s", async (field, value, message) => {
  const response = await update(await withoutPhone(), { [field]: value });
  expect([response.statusCode, response.json()]).toMatchObject([
    400,
    { code: "bad_input", fields: { [field]: message } },
  ]);
});

test("stores a changed name as one line [T-71]", async () => {
  const user = await app.user();
  await update(user, { firstName: "Ada\r\nBcc: all@example.test\u202E" });
  expect((await profileOf(user))["firstName"]).toBe("Ada Bcc: all@example.test");
});

describe("an unknown field [T-16]", () => {
  const named = fc.constantFrom(
    "walletBalance",
    "userType",
    "email",
    "nin",
    "isAdmin",
    "__proto__",
    "constructor",
    "prototype",
    "id",
    "password",
    "password_hash",
    "user_type",
    "email_verified_at",
    "phone_verified_at",
    "active_currency",
    "profile_image",
    "profileImageLocation",
    "totp_on_at",
    "emailConfirmed",
    "wallets",
    "unreadNotices",
    "expirationDate",
    "currency",
    "phone",
    "first_name",
  );
  const known = new Set([
    "firstName",
    "lastName",
    "phoneNumber",
    "address",
    "businessName",
    "rcNumber",
    "designation",
    "profileImage",
  ]);
  const key = fc.oneof(
    named,
    fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !known.has(name)),
  );
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant({ isAdmin: true }),
    fc.constant(["x"]),
  );

  test.each(["individual", "business"] as const)("is rejected for an %s and changes no column", async (userType) => {
    const user = await app.user({ userType });
    const before = await rowOf(user);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 3 }), async (extra) => {
        // as text: in an object literal, __proto__ would set the prototype
        const members = extra.map(([name, what]) => `${JSON.stringify(name)}:${JSON.stringify(what)}`);
        const response = await app.app.inject({
          method: "POST",
          url: `${apiBase}/user/update`,
          headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
          payload: `{"firstName":"Changed",${members.join(",")}}`,
        });
        expect(response.statusCode).toBe(400);
        expect(await rowOf(user)).toEqual(before);
      }),
      { numRuns: 120 },
    );
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
  });
});

describe("a picture [PROFILE-06 PROFILE-10]", () => {
  const load = (user: TestUser, location: unknown, headers: Record<string, string> = {}) =>
    app.app.inject({ url: String(location), headers: { authorization: `Bearer ${user.token}`, ...headers } });

  test("is re-encoded and served to its owner, who may cache it", async () => {
    const user = await app.user();
    const response = await update(user, { profileImage: `data:image/jpeg;base64,${await picture()}` });
    const location = response.json<{ profile: Profile }>().profile.profileImageLocation;
    expect(location).toMatch(/^\/api\/v2\/user\/image\/[0-9a-f-]{36}$/);
    expect((await profileOf(user)).profileImageLocation).toBe(location);
    const served = await load(user, location);
    expect(served.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
  });

  test("is not served to other users [T-17]", async () => {
    const [user, other] = [await app.user(), await app.user()];
    const location = (await update(user, { profileImage: await picture() })).json<{ profile: Profile }>().profile
      .profileImageLocation;
    const responses = [
      await load(other, location),
      await app.app.inject({ url: String(location) }),
      await load(user, `${apiBase}/user/image/${user.id}`),
      await load(user, `${apiBase}/user/image/..%2f`),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 401, 404, 404]);
    for (const response of responses) expect(response.headers["cache-control"]).toBe("no-store");
  });

  test("is replaced by the next one, at another URL", async () => {
    const user = await app.user();
    const set = async () =>
      (await update(user, { profileImage: await picture() })).json<{ profile: Profile }>().profile.profileImageLocation;
    const [first, second] = [await set(), await set()];
    expect(second).not.toBe(first);
    expect([(await load(user, first)).statusCode, (await load(user, second)).statusCode]).toEqual([404, 200]);
    const stored = await app.owner.query("select id from profile_images where user_id = $1", [user.id]);
    expect(stored.rows).toHaveLength(1);
  });

  test("rejects the complete update if it is unreadable [T-57]", async () => {
    const user = await app.user();
    const before = await rowOf(user);
    const half = Buffer.from(await picture(), "base64")
      .subarray(0, 2_000)
      .toString("base64");
    const rejected = await update(user, { firstName: "Changed", profileImage: half });
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      400,
      { fields: { profileImage: texts.imageUnreadable } },
    ]);
    expect(await rowOf(user)).toEqual(before);
  });

  test("is rejected above the body limit, which is higher for this call only [T-57]", async () => {
    const user = await app.user();
    expect((await update(user, { profileImage: "x".repeat(2_900_001) })).statusCode).toBe(413);
    expect((await user.post("/user/currency", { currency: "NGN", more: "x".repeat(70_000) })).statusCode).toBe(413);
  });

  test("is limited to thirty an hour per account [T-57]", async () => {
    const user = await app.user();
    await app.product.accounts.limits.consume("picture_account", user.id);
    for (let at = 1; at < 30; at += 1) await app.product.accounts.limits.consume("picture_account", user.id);
    expect((await update(user, { profileImage: await picture() })).json()).toMatchObject({ code: "too_many_requests" });
    expect((await update(user, { firstName: "Still" })).statusCode).toBe(200);
  });

  test("is never fetched from a URL that a client sends [T-60]", async () => {
    let hits = 0;
    const trap = createServer((_request, response) => void response.end(String((hits += 1)))).listen(0, "127.0.0.1");
    await once(trap, "listening");
    const at = trap.address();
    const port = at !== null && typeof at === "object" ? at.port : 0;
    const hosts = [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "017700000001",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0",
      "127.1",
      "user@127.0.0.1",
    ];
    const user = await app.user();
    const before = await rowOf(user);
    for (const host of hosts)
      for (const scheme of ["http", "https", "file", "gopher", "ftp", "data"]) {
        const address = `${scheme}://${host}:${port}/me.png`;
        for (const fields of [{ profileImage: address }, { profileImageLocation: address }])
          expect((await update(user, fields)).statusCode).toBe(400);
      }
    expect(await rowOf(user)).toEqual(before);
    expect(hits).toBe(0);
    trap.close();
  });
});

test("returns both wallets, the active currency and the unread notices [API-12 PROFILE-03]", async () => {
  const user = await app.user({ NGN: 1_500_00n, USD: 20_00n });
  const wallets = [
    { currency: "NGN", balance: 1500 },
    { currency: "USD", balance: 20 },
  ];
  expect(await profileOf(user)).toMatchObject({ currency: "NGN", walletBalance: 1500, wallets, unreadNotices: 0 });
  await app.owner.query(
    `insert into notices (id, owner_id, key, kind, read_at) select gen_random_uuid(), $1::uuid, $1::text || at, 'result_ready',
       case at when 1 then now() end from generate_series(1, 3) at`,
    [user.id],
  );
  expect(await profileOf(user)).toMatchObject({ unreadNotices: 2 });
});

test("reads the profile and the session in one statement [G-F6]", async () => {
  const user = await app.user();
  const statements = await recordStatements(/sign_ins|users|ledger_accounts|begin|set local/, () => profileOf(user));
  expect(statements).toEqual([expect.stringMatching(/ledger_accounts[^]+sign_ins/)]);
});

test("switches the active wallet without moving money", async () => {
  const user = await app.user({ NGN: 1_500_00n, USD: 20_00n });
  const response = await user.post("/user/currency", { currency: "USD" });
  expect(response.json()).toMatchObject({ result: "success", profile: { currency: "USD", walletBalance: 20 } });
  expect(await profileOf(user)).toMatchObject({ currency: "USD", walletBalance: 20 });
  expect(await app.wallets(user)).toEqual({ NGN: 1_500_00n, USD: 20_00n });
  expect(await app.transfers(user)).toEqual([]);
  const rejected = await user.post("/user/currency", { currency: "EUR" });
  expect([rejected.statusCode, Object.keys(rejected.json<{ fields: object }>().fields)]).toEqual([400, ["currency"]]);
});
