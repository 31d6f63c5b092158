import { checkConsent, recordFromResponse } from "@idanimo/contract/verification";
import { companiesRecord } from "@idanimo/contract/checks/company/record";
import { creditRecord } from "@idanimo/contract/checks/bvn/record";
import { extensionRecord } from "@idanimo/contract/checks/phone/record";
import { legitCarRecord } from "@idanimo/contract/checks/legitcar/record";
import { plateRecord } from "@idanimo/contract/checks/license-number/record";
import { vehicleRecord } from "@idanimo/contract/checks/vin/record";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { RunningSandbox } from "../../providers/testing/sandbox.ts";
import type { TestApp, TestUser } from "../../testing/app.ts";
import { grantAllParts } from "../../testing/lookup-steps.ts";
import { bureaus } from "../../testing/sandbox-kinds.ts";
import { createSearchSteps, startSandboxApp } from "./testing/sandbox-searches.ts";

let sandbox: RunningSandbox;
let app: TestApp;
const { through } = createSearchSteps(() => app);
beforeAll(async () => void ({ sandbox, app } = await startSandboxApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(async () => {
  await app.close();
  await sandbox.stop();
});

describe("records by search type", () => {
  const answerOf = async (user: TestUser, itemId: string) =>
    (await user.get(`/verification/check-consent/${itemId}`)).json<Record<string, unknown>>();
  const dataOf = async (user: TestUser, itemId: string) =>
    recordFromResponse(z.parse(checkConsent.output, await answerOf(user, itemId)));
  /** The record after consent. */
  const granted = async (user: TestUser, search: object) => {
    const { itemId } = await through(user, search);
    const words = app.providers.sms.sent.at(-1)?.text ?? "";
    expect(await dataOf(user, itemId)).toBeNull();
    await grantAllParts(app, /consent\/([\w-]{43})/.exec(words)?.[1] ?? "");
    await app.drainQueue();
    return { itemId, record: await dataOf(user, itemId) };
  };
  const rich = () => app.user({ NGN: 50_000_00n });

  test("return both halves of a phone with status and reference [RESULT-EXT-03 RESULT-EXT-04]", async () => {
    const record = extensionRecord.parse((await granted(await rich(), { phone: "08031239876" })).record);
    for (const half of [record.premblyPhoneVerification, record.premblyBvnVerification])
      expect(half).toMatchObject({
        verificationStatus: "VERIFIED",
        verificationReference: expect.any(String) as string,
      });
    expect(record.premblyBvnVerification.data).toMatchObject({ bvn: expect.stringMatching(/^\d{11}$/) as string });
    expect(Object.keys(record.premblyPhoneVerification.data ?? {}).length).toBeGreaterThan(8);
  });

  test("return ticked bureaus, score and person [RESULT-CREDIT-02 RESULT-CREDIT-04 RESULT-CREDIT-05]", async () => {
    const user = await rich();
    const { itemId, record: found } = await granted(user, { bvn: "22233340011", ...bureaus });
    const record = creditRecord.parse(found);
    const wire = await answerOf(user, itemId);
    expect(wire).toMatchObject({
      consent: "granted",
      data: { asked: record.asked },
      "basic-data": record["basic-data"],
    });
    expect(wire["crc-data"]).toMatchObject({ summary: record["crc-data"]?.summary, ...record["crc-data"]?.tables });
    expect(wire["crc-data"]).not.toHaveProperty("tables");
    expect(record).toMatchObject({
      asked: ["crc", "firstCentral"],
      "firstCentral-data": null,
      "creditRegistry-data": null,
    });
    expect(record["basic-data"][0]).toMatchObject({
      bvn: "22233340011",
      name: expect.stringMatching(/\w+ \w+/) as string,
    });
    expect(record["FICO-Score"].ficoScore).toMatch(/^\d{3}$/);
    expect(record["crc-data"]?.summary.totalBorrowed).toMatch(/^\d+(\.\d+)?$/);
  });

  test("return a vehicle, report and bought stolen check [RESULT-VIN-02 RESULT-VIN-05 RESULT-VIN-07]", async () => {
    const user = await rich();
    const plain = vehicleRecord.parse(await dataOf(user, (await through(user, { vin: "4TDEM0A12B3C44321" })).itemId));
    expect(plain).toMatchObject({ vin: "4TDEM0A12B3C44321", stolen: null, make: expect.any(String) as string });
    expect([plain.year, plain.madeIn, plain.trim, plain.msrp]).not.toContain(null);
    const report = await user.get((plain.pdfUri ?? "").replace(apiBase, ""));
    expect([report.statusCode, report.body.slice(0, 5)]).toEqual([200, "%PDF-"]);
    const stolen = await dataOf(user, (await through(user, { vin: "4TDEM0A12B3C47777", stolencheck: true })).itemId);
    expect(vehicleRecord.parse(stolen).stolen).toBe(true);
    const clean = await dataOf(user, (await through(user, { vin: "5TDEM0A12B3C44321", stolencheck: true })).itemId);
    expect(vehicleRecord.parse(clean).stolen).toBe(false);
  });

  test("return a plate and a basic stolen check [RESULT-PLATE-03 RESULT-LEGITCAR-03]", async () => {
    const user = await rich();
    const plate = plateRecord.parse(await dataOf(user, (await through(user, { license_number: "KJA4321" })).itemId));
    expect(plate).toMatchObject({ license_number: "KJA4321", owner_last_name: null }); // its owner must consent
    const check = await dataOf(user, (await through(user, { vin: "6TDEM0A12B3C47777", legitcar: true })).itemId);
    expect(legitCarRecord.parse(check)).toMatchObject({ chasisNumber: "6TDEM0A12B3C47777", stolen: true });
  });

  test("return the name of a bank account's holder without consent", async () => {
    const user = await rich();
    const before = app.providers.sms.sent.length;
    const { itemId } = await through(user, { account_number: "0690000032", bank_code: "044" });
    expect(await dataOf(user, itemId)).toEqual({
      account_name: expect.stringMatching(/^\p{Lu}[\p{Lu}\p{M}'-]* \p{Lu}/u) as string,
      account_number: "0690000032",
      bank: "Access Bank",
    });
    expect(app.providers.sms.sent).toHaveLength(before);
    const wrong = await user.post("/verification/session", {
      account_number: "0690000033",
      bank_code: "044",
      currency: "NGN",
    });
    expect([wrong.statusCode, wrong.json<{ fields: object }>().fields]).toEqual([
      400,
      { account_number: "Access Bank has no account with this number. Check the digits and the bank." },
    ]);
  });

  test("return companies by number or name without consent [RESULT-BUSINESS-05]", async () => {
    const user = await rich();
    const before = app.providers.sms.sent.length;
    const one = companiesRecord.parse(await dataOf(user, (await through(user, { rc: "7704321" })).itemId));
    expect(one.companies.map(({ rcNumber }) => rcNumber)).toEqual(["7704321"]);
    const several = companiesRecord.parse(await dataOf(user, (await through(user, { business_name: "Foods" })).itemId));
    expect(several.companies.length).toBeGreaterThan(1);
    expect(app.providers.sms.sent).toHaveLength(before);
  });
});
