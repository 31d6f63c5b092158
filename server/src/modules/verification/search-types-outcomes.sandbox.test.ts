import { isRefunded } from "@idanimo/contract/verification-states";
import { companiesRecord } from "@idanimo/contract/checks/company/record";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { RunningSandbox } from "../../providers/testing/sandbox.ts";
import type { TestApp, TestUser } from "../../testing/app.ts";
import { type End, sandboxKinds } from "../../testing/sandbox-kinds.ts";
import { buySearch, payPurchase } from "../../testing/lookup-steps.ts";
import { createSearchSteps, startSandboxApp } from "./testing/sandbox-searches.ts";

let sandbox: RunningSandbox;
let app: TestApp;
const { endOf, through } = createSearchSteps(() => app);
beforeAll(async () => void ({ sandbox, app } = await startSandboxApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(async () => {
  await app.close();
  await sandbox.stop();
});

describe("reserved numbers [R-03 R-12]", () => {
  test.each(sandboxKinds)("have their outcome and exact refunds for $kind", async ({ search, price, parts, ends }) => {
    const entries = Object.entries(ends);
    const user = await app.user({ NGN: BigInt(price * entries.length) * 100n });
    const seen: Record<string, End | undefined> = {};
    for (const [ending] of entries) {
      const { itemId, amount } = await through(user, search(ending));
      expect(amount).toBe(String(price));
      seen[ending] = await endOf(itemId);
      const attempts = await app.owner.query<{ part: string; result: string }>(
        "select part, result from lookup_attempts where request_id = $1 order by part",
        [itemId],
      );
      if (ending === "4321") expect(attempts.rows).toEqual(parts.map((part) => ({ part, result: "found" })));
      for (const { result } of attempts.rows) expect(["found", "not_found", "failed"]).toContain(result);
    }
    expect(seen).toEqual(ends);
    const back = Object.values(ends).filter((end) => end !== "asked" && isRefunded(end)).length;
    expect((await app.wallets(user)).NGN).toBe(BigInt(price * back) * 100n);
  });

  test("are requested once per product and billed at most once", async () => {
    const counts = z.object({
      lookups: z.object({
        byNumber: z.array(z.object({ product: z.string(), number: z.string(), asked: z.number(), billed: z.number() })),
      }),
    });
    const { byNumber } = counts.parse(await sandbox.get("/__sandbox/stats")).lookups;
    expect(byNumber.length).toBeGreaterThan(50);
    const calls = (product: string) => (product.includes("crc") ? 2 : 1); // one request for the bureau's tables and one for its score
    expect(byNumber.filter((one) => one.asked > calls(one.product) || one.billed > one.asked)).toEqual([]);
  });
});

test("several profiles in one purchase have separate outcomes [WIZARD-08 PAY-18 PAY-21]", async () => {
  const user = await app.user({ NGN: 50_000_00n });
  const search = { nin: "12345679999", rc: "RC7709999", bvn: "22233349999", crc: true, vin: "7TDEM0A12B3C40001" };
  const { sessionCode, itemIds } = await through(user, search);
  expect(itemIds).toHaveLength(4);
  const reported = await user.post("/verification/submit", { sessionCode, sessionStatus: "COMPLETED" });
  const [basic, business, financial, vehicle] = itemIds;
  expect(reported.json()).toEqual({
    status: "done",
    basic: { requestId: basic, status: "awaiting_consent", detail: "Awaiting Consent" },
    business: { requestId: business, success: 1, message: "Your business verification request was successful." },
    financial: { requestId: financial, success: 1, message: "Awaiting Consent" },
    vehicle: {
      requestId: vehicle,
      success: 0,
      message: "An unexpected server error occurred. A refund has been initiated",
    },
  });
  expect((await app.wallets(user)).NGN).toBe(50_000_00n - 588_00n - 910_00n - 1_613_00n);
});

test.each([
  { rc: "7704322", success: 1, isEmpty: false, kept: true },
  { rc: "7700005", success: 1, isEmpty: true, kept: true },
  { rc: "7700013", success: 0, isEmpty: true, kept: false },
])(
  "company $rc: success $success, empty $isEmpty [RESULT-BUSINESS-07 R-03 R-12]",
  async ({ rc, success, isEmpty, kept }) => {
    const user = await app.user({ NGN: 910_00n + 1_125_00n });
    const { itemId: requestId } = await through(user, { rc });
    const seen = await user.get(`/verification/check-consent/${requestId}`);
    const [company] = companiesRecord.parse(seen.json<{ data: unknown }>().data).companies;
    const business = { requestId, cacId: company?.cacid ?? "" };
    const order = { ...business, type: "STAKEHOLDERS", transactionID: `EA0000000${rc}`, amount: "1125" };
    expect((await user.post("/transaction/wallet-payment", order)).json()).toEqual({ status: "success" });
    await app.drainQueue();
    const reported = (await user.post("/verification/complete", { business })).json<{ data: { business: object } }>();
    const data = isEmpty
      ? []
      : (expect.arrayContaining([
          expect.objectContaining({ stake: "Director" }),
          expect.objectContaining({ stake: "Shareholder", is_corporate: "true" }),
        ]) as unknown);
    expect(reported.data.business).toMatchObject({ success, data });
    expect((await app.wallets(user)).NGN).toBe(kept ? 0n : 1_125_00n);
    const asked = await app.owner.query<{ line: string }>(
      "select a.part || ' ' || a.result as line from lookup_attempts a join stakeholder_orders o using (request_id) where o.parent_id = $1",
      [requestId],
    );
    const directors = kept ? "directors found" : "directors failed";
    expect(asked.rows.map(({ line }) => line).toSorted()).toEqual([directors, "shareholders found"]);
  },
);

test("repeats only the request for a report that is not ready [R-12]", async () => {
  const user = await app.user({ NGN: 6_550_00n });
  const bought = await buySearch(app, user, { vin: "8TDEM0A12B3C40007", stolencheck: true });
  await payPurchase(user, bought);
  const run = () => app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
  for (let at = 0; at < 8 && (await endOf(bought.itemId)) === undefined; at += 1)
    await run()?.catch((error: Error) => expect(error.message).toContain("was not taken"));
  expect(await endOf(bought.itemId)).toBe("DELIVERED");
  const attempts = await app.owner.query<{ part: string; n: number }>(
    "select part, count(*)::int as n from lookup_attempts where request_id = $1 and result = 'found' group by part order by part",
    [bought.itemId],
  );
  expect(attempts.rows).toEqual(["file", "report", "specs", "stolen", "vehicle"].map((part) => ({ part, n: 1 })));
  await app.drainQueue();
});

test("treats a search by names as the same only if all its fields are equal [T-45]", async () => {
  const user = await app.user({ NGN: 588_00n * 3n });
  const search = { firstname: "Ada", lastname: "Bello", dateOfBirth: "03/02/1990", gender: "f" };
  await through(user, search);
  await through(user, { ...search, lastname: "Okafor" });
  const purpose = { code: "employment" };
  const again = await user.post("/verification/session", { ...search, firstname: "ADA", currency: "NGN", purpose });
  expect(again.json()).toMatchObject({ code: "asked_recently" });
});

describe("a NIN with a face [LIVEFACE-02 T-55]", () => {
  const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  /** Simulates the capture page and returns its reference. */
  const captured = async (user: TestUser) => {
    const post = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(sandbox.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
    };
    const made = z.object({ address: z.string() }).parse((await user.post("/verification/face-ticket", {})).json());
    const ticket = new URL(made.address).hash.slice(1);
    await post("/live-face/capture/open", { ticket });
    return z.object({ reference: z.string() }).parse(await post("/live-face/capture", { ticket, image: picture }))
      .reference;
  };

  test("uses a capture once", async () => {
    const user = await app.user({ NGN: 1_125_00n * 2n });
    const face = await captured(user);
    const first = await through(user, { nin: "45645674321", face });
    expect(await endOf(first.itemId)).toBe("asked");
    const again = await through(user, { nin: "45645674322", face });
    expect(await endOf(again.itemId)).toBe("PROVIDER_FAILED"); // the capture is used up
    expect((await app.wallets(user)).NGN).toBe(1_125_00n);
  });

  test("rejects the capture of another account [T-50]", async () => {
    const [victim, thief] = [await app.user(), await app.user({ NGN: 1_125_00n })];
    const stolen = await through(thief, { nin: "45645674323", face: await captured(victim) });
    expect(await endOf(stolen.itemId)).toBe("PROVIDER_FAILED");
    expect((await app.wallets(thief)).NGN).toBe(1_125_00n);
  });

  test("rejects a picture in place of a reference", async () => {
    const user = await app.user({ NGN: 1_125_00n });
    const answer = await user.post("/verification/session", {
      nin: "45645674321",
      face: picture,
      currency: "NGN",
      purpose: { code: "employment" },
    });
    expect(answer.json()).toMatchObject({ code: "bad_input", fields: { face: "Add the picture." } });
  });

  test("erases a fingerprint picture after its request", async () => {
    const user = await app.user({ NGN: 1_125_00n });
    const finger = `iVBORw0KGgo${randomUUID().replaceAll("-", "").repeat(400)}`;
    const bought = await buySearch(app, user, { nin: "98798794321", finger });
    const size = async () =>
      (
        await app.owner.query<{ n: number }>(
          "select length(search_sealed) as n from verification_requests where id = $1",
          [bought.itemId],
        )
      ).rows[0]?.n ?? 0;
    expect(await size()).toBeGreaterThan(10_000);
    await payPurchase(user, bought);
    await app.drainQueue();
    expect(await endOf(bought.itemId)).toBe("asked");
    expect(await size()).toBeLessThan(200);
  });
});
