import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { callWithKey, createKey } from "../../../testing/developer-steps.ts";
import { requestConsent, submitDecision } from "../../../testing/lookup-steps.ts";
import { addMember, createOrganisation } from "../../../testing/organisation-steps.ts";
import { createMyDataClient } from "./testing/my-data-client.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const { open, shown, byLink, payer } = createMyDataClient(() => app);

describe("a record of an organisation [TM-10]", () => {
  test("says how many members of staff opened it and when, without a name", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders", NGN: 50_000_00n });
    const member = await addMember(app, owner, ["requester"], "Dayo");
    const reader = await addMember(app, owner, ["records"], "Chidi");
    const pending = await requestConsent(app, member);
    await submitDecision(app, pending.token, "grant");
    await app.drainQueue();
    const cookie = await byLink(pending.token);
    expect(await shown(cookie)).toContain("Never opened.");
    for (const by of [member, member]) await by.get(`/verification/check-consent/${pending.itemId}`);
    expect(await shown(cookie)).toMatch(/One member of their staff opened it: \w+ \d+, 20\d\d at [\d:]+ [AP]M[^;]*\./);
    await reader.get(`/verification/check-consent/${pending.itemId}`);
    await owner.get(`/verification/check-consent/${pending.itemId}`); // has no right to the record
    const page = await shown(cookie);
    expect(page).toMatch(/2 members of their staff opened it: \w+ \d+, 20\d\d at [^;]*; \w+ \d+, 20\d\d at/);
    const copy = (await open("/my-data/copy.json", cookie)).body;
    expect(JSON.parse(copy)).toMatchObject({
      requests: [{ staffWhoOpenedIt: [expect.any(String), expect.any(String)] }],
    });
    for (const text of [page, copy]) {
      expect(text).toContain("Kano Traders");
      for (const name of ["Dayo", "Chidi", "Amina", "Okoye", member.id, reader.id]) expect(text).not.toContain(name);
    }
  });

  test("says how often their computer system opened it, apart from members [TM-10]", async () => {
    const owner = await createOrganisation(app, { name: "Kano Traders", NGN: 50_000_00n });
    const reader = await addMember(app, owner, ["records", "requester", "developer"], "Chidi");
    const { secret } = await createKey(reader, ["checks:create", "checks:read", "results:person"]);
    const call = (path: string, body?: object) =>
      callWithKey(app, secret, path, body ? { method: "POST", body } : { method: "GET" });
    const pending = await requestConsent(app, { ...reader, post: call, get: call });
    await submitDecision(app, pending.token, "grant");
    await app.drainQueue();
    const cookie = await byLink(pending.token);
    const read = () => call(`/verification/check-consent/${pending.itemId}`);
    expect((await read()).json()).toMatchObject({ data: { firstname: expect.any(String) as string } });
    const page = await shown(cookie);
    expect(page).toMatch(/Their computer system opened it once, on /);
    expect(page).not.toContain("member of their staff");
    await read();
    await reader.get(`/verification/check-consent/${pending.itemId}`);
    expect(await shown(cookie)).toMatch(
      /One member of their staff opened it.*Their computer system opened it 2 times, last on /,
    );
    const copy = JSON.parse((await open("/my-data/copy.json", cookie)).body) as object;
    expect(copy).toMatchObject({ requests: [{ timesOpenedByTheirSystem: 2 }] });
  });

  test("shows no staff for a person's own account", async () => {
    const requester = await payer();
    const pending = await requestConsent(app, requester);
    await submitDecision(app, pending.token, "grant");
    await app.drainQueue();
    await requester.get(`/verification/check-consent/${pending.itemId}`);
    expect(await shown(await byLink(pending.token))).not.toContain("staff");
  });
});
