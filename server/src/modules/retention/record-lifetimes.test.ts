import { bureauFigures, bureauRecord } from "@idanimo/contract/checks/bvn/record";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BureauFound, PlateFound } from "../../providers/source.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { FakeCompanies, FakePersons, FakeSource } from "../../testing/fakes.ts";
import { buySearch, setClockRelativeTo, payPurchase, submitDecision } from "../../testing/lookup-steps.ts";
import { createFakeVehicles, randomVin } from "../../testing/vehicles.ts";

/** How long each kind of record is stored, from payment to purge. */

const phone = new FakePersons("fake_phones");
const banks = new FakePersons("fake_banks");
const empty = bureauRecord.parse({ summary: Object.fromEntries(bureauFigures.map((name) => [name, "1"])), tables: {} });
const bureau = new FakeSource<string, BureauFound>("fake_bureau", (bvn) => ({
  kind: "found",
  record: { bvn, bureau: empty, ficoScore: "702", basic: { name: "N M", bvn } },
}));
const plate = new FakeSource<string, PlateFound>("fake_plates", (number) => ({
  kind: "found",
  record: { plate: number, fields: { make: "TOYOTA" } },
}));

let app: TestApp;
beforeAll(async () => {
  const sources = {
    phone: [phone],
    bvn: [banks],
    bvnByPhone: [banks],
    bureau: { crc: [bureau], firstCentral: [bureau], creditRegistry: [bureau] },
    plate: [plate],
    ...createFakeVehicles().sources,
    ...new FakeCompanies().sources,
  };
  app = await createTestApp({}, { sources: () => sources });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const hour = 3_600_000;
/** When the subject grants consent, after the search. */
const consentAfterMs = 6 * hour;
type Kind = {
  readonly kind: string;
  readonly search: () => object;
  /** Hours from the search; null if it does not expire. */
  readonly lifetimeHours: number | null;
  readonly needsConsent?: true;
};
const phoneOf = () => `0803${randomNin().slice(-7)}`;
const kinds: readonly Kind[] = [
  {
    kind: "a NIN, 24 hours after the grant [EXPIRY-05]",
    search: () => ({ nin: randomNin() }),
    lifetimeHours: 24 + 6,
    needsConsent: true,
  },
  {
    kind: "a BVN with a bureau, 48 hours after creation [EXPIRY-01 EXPIRY-06]",
    search: () => ({ bvn: randomNin(), crc: true }),
    lifetimeHours: 48,
    needsConsent: true,
  },
  {
    kind: "a phone, 48 hours after creation [EXPIRY-01]",
    search: () => ({ phone: phoneOf() }),
    lifetimeHours: 48,
    needsConsent: true,
  },
  { kind: "a VIN, after 7 days [EXPIRY-03 EXPIRY-06]", search: () => ({ vin: randomVin() }), lifetimeHours: 168 },
  {
    kind: "a plate, after 7 days [EXPIRY-03 EXPIRY-06]",
    search: () => ({ license_number: "KJA4321" }),
    lifetimeHours: 168,
  },
  {
    kind: "except a company, which is a public record",
    search: () => ({ rc: randomNin().slice(0, 7) }),
    lifetimeHours: null,
  },
];

type ResultView = { readonly data: object | null; readonly searchValue: string; readonly message: string };
const readResult = async (user: TestUser, id: string) =>
  (await user.get(`/verification/check-consent/${id}`)).json<ResultView>();
const createPayer = () => app.user({ NGN: 10_000_00n });
const created = "select created_at as at from verification_requests where id = $1";

/**
 * Buys, pays and looks up.
 * @returns the item, and the token of the consent link if there is one
 */
async function lookUp(user: TestUser, { search, needsConsent }: Kind) {
  const before = app.providers.sms.sent.length;
  const bought = await buySearch(app, user, search());
  await payPurchase(user, bought);
  await app.drainQueue();
  const sms = app.providers.sms.sent.slice(before).find(({ text }) => text.includes("/consent/"))?.text ?? "";
  const token = /\/consent\/([\w-]{43})/.exec(sms)?.[1] ?? "";
  expect(token !== "").toBe(needsConsent === true);
  return { itemId: bought.itemId, token };
}

describe("each kind of record [EXPIRY-07 T-51 T-52]", () => {
  test.each(kinds)("expires by the database's clock and is purged: $kind", async (kind) => {
    const user = await createPayer();
    const { itemId, token } = await lookUp(user, kind);
    if (kind.needsConsent) {
      await setClockRelativeTo(app, created, [itemId], consentAfterMs / 1_000);
      await submitDecision(app, token, "grant");
    }
    const complete = (await readResult(user, itemId)).searchValue;
    expect(complete).not.toContain("*");
    const at = (kind.lifetimeHours ?? 24 * 365) * 3_600;
    await setClockRelativeTo(app, created, [itemId], at - 1);
    expect(await readResult(user, itemId)).toMatchObject({
      data: expect.any(Object) as object,
      message: "View Result",
    });
    if (kind.lifetimeHours === null) return;
    await app.runSchedule("purge_due"); // a purge before expiry does nothing
    await setClockRelativeTo(app, created, [itemId], at + 1);
    expect(await readResult(user, itemId)).toMatchObject({ data: null, message: "Expired" });
    await app.runSchedule("purge_due");
    expect(await app.keys.find(itemId)).toBeUndefined();
    const masked = "*".repeat(complete.length - 2) + complete.slice(-2);
    expect(await readResult(user, itemId)).toMatchObject({ data: null, searchValue: masked, message: "Expired" });
  });

  // Covers: EXPIRY-02
  test.each(kinds.filter(({ needsConsent: asks }) => asks))(
    "expires without a decision after 24 hours: $kind",
    async (kind) => {
      const user = await createPayer();
      const { itemId, token } = await lookUp(user, kind);
      const deadline = "select deadline as at from consents where request_id = $1";
      await setClockRelativeTo(app, deadline, [itemId], -1);
      expect(await readResult(user, itemId)).toMatchObject({ data: null, message: "Awaiting Consent" });
      await setClockRelativeTo(app, deadline, [itemId], 1);
      expect(await readResult(user, itemId)).toMatchObject({ data: null, message: "Expired" });
      await submitDecision(app, token, "grant"); // too late
      expect(await readResult(user, itemId)).toMatchObject({ data: null, message: "Expired" });
      const hours = await app.owner.query<{ hours: number }>(
        "select extract(epoch from deadline - asked_at)::float8 / 3600 as hours from consents where request_id = $1",
        [itemId],
      );
      expect(hours.rows[0]?.hours).toBeCloseTo(24, 2);
      await app.runSchedule("expire_consents");
    },
  );
});
