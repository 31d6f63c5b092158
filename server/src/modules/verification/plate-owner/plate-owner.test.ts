import { partDescriptionForRequester } from "@idanimo/contract/record-parts";
import { withheldByPerson } from "@idanimo/contract/texts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { canary } from "../../../testing/canary-sources.ts";
import { setClockRelativeTo, submitDecision } from "../../../testing/lookup-steps.ts";
import { mountedRoutes, requestReadPaths } from "../../../testing/read-paths.ts";
import { sealRecord } from "../../results/index.ts";
import {
  ask,
  auth,
  createPlateOwnerSteps,
  look,
  newPlate,
  ownerNames,
  phoneOf,
  sources,
  targetOf,
} from "./testing/plate-owner-steps.ts";

/** What a result of a registration number shows of the vehicle's owner. [CL-15] */

let app: TestApp;
const { plateResult, askedResult, keysOf, verifyAfterTest } = createPlateOwnerSteps(() => app);
beforeAll(async () => void (app = await createTestApp({}, { sources })));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

/** The tables that contain this text, as text or as bytes. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const tables = await app.owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')",
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await app.owner.query<{ content: string | null }>(
      `select string_agg(t::text, ' ') as content from ${name.startsWith("_") ? "graphile_worker." : ""}${name} t`,
    );
    const content = rows.rows[0]?.content ?? "";
    if (content.includes(text) || content.includes(Buffer.from(text).toString("hex"))) found.push(name);
  }
  return found;
}

describe("a result of a registration number", () => {
  // Covers: CL-14
  test("shows the vehicle at once, and its owner nowhere before the grant [CL-15]", async () => {
    const result = await plateResult();
    const seen = await look(result);
    expect(seen.data).toMatchObject({ license_number: result.plate, make: "LEXUS" });
    expect(Object.keys(seen.data).filter((name) => ownerNames.includes(name))).toEqual([]);
    expect([seen.withheld, seen.plateOwner.state]).toEqual([["owner"], "not_asked"]);
    const pending = await askedResult(result);
    const mounted = await mountedRoutes(app);
    for (const requestId of [result.itemId, pending.requestId]) {
      const of = { ...targetOf(result), requestId };
      const responses = await requestReadPaths(app.app, mounted, auth(result), { of, isRunning: false });
      for (const [route, { text }] of responses)
        expect([route, text.includes(canary), text.includes(phoneOf(result.plate).slice(1))]).toEqual([
          route,
          false,
          false,
        ]);
    }
    const report = await result.user.get(`/results/${result.itemId}/report.pdf`);
    expect(parsePdf(report.rawPayload).spokenText).toContain(
      `${withheldByPerson} ${partDescriptionForRequester("owner")}`,
    );
    expect(await tablesWith(canary)).toEqual([]);
    expect(await tablesWith(phoneOf(result.plate).slice(1))).toEqual([]);
    expect(JSON.stringify([app.providers.sms.sent, app.providers.mail.sent, app.providers.push.sent])).not.toContain(
      canary,
    );
    expect((await look(result)).plateOwner).toMatchObject({ state: "asking", requestId: pending.requestId });
    await submitDecision(app, pending.token, "deny");
  });

  test("says that the register has no phone number, and stores nothing of the owner [CL-15]", async () => {
    const result = await plateResult(newPlate("QAG"));
    const seen = await look(result);
    expect([seen.withheld, seen.plateOwner.state]).toEqual([["owner"], "no_contact"]);
    expect(await keysOf(result.itemId)).toEqual([]);
    const response = await ask(result);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, "owner_not_askable"]);
  });

  test("from before keeps what it shows [CL-13 CL-15]", async () => {
    const result = await plateResult();
    const key = await app.product.keys.find(result.itemId);
    if (!key) throw new Error("no key");
    const { data } = await look(result);
    const earlier = { ...data, owner_first_name: "ADA", owner_phone: "08031234567" };
    const sealed = sealRecord(key, result.itemId, earlier);
    await app.owner.query("delete from result_parts where request_id = $1", [result.itemId]);
    await app.owner.query("update results set sealed = $2 where request_id = $1", [result.itemId, sealed]);
    const seen = await look(result);
    expect(seen).toMatchObject({ data: { owner_first_name: "ADA" }, withheld: [], plateOwner: null });
  });

  test("loses the owner's values with its own at its end [CL-15 T-51]", async () => {
    const result = await plateResult();
    const [piece] = await keysOf(result.itemId);
    expect(await app.product.keys.find(piece?.key_id ?? "")).toBeDefined();
    await setClockRelativeTo(app, "select expires_at as at from results where request_id = $1", [result.itemId], 1);
    expect((await ask(result)).statusCode).toBe(404);
    await app.runSchedule("purge_due");
    expect(await app.product.keys.find(piece?.key_id ?? "")).toBeUndefined();
    expect(await keysOf(result.itemId)).toEqual([]);
  });
});

describe("PLATE_OWNER=shown", () => {
  test("shows the owner at once [RESULT-PLATE-02 CL-15]", async () => {
    const shown = await createTestApp({ PLATE_OWNER: "shown" }, { sources });
    try {
      const result = await plateResult(newPlate(), shown);
      const seen = await look(result);
      expect(seen).toMatchObject({ data: { owner_last_name: `${canary}-last_name` }, withheld: [], plateOwner: null });
      expect((await ask(result)).statusCode).toBe(409);
    } finally {
      await shown.close();
    }
  });
});
