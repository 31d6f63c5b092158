import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import {
  type PendingConsent,
  requestConsent,
  setClockRelativeTo,
  submitDecision,
  replyBySms,
} from "../../../testing/lookup-steps.ts";
import { consentTextVersion } from "../../notifications/index.ts";
import { createConsentPageSteps, deadlineOf, goneOf } from "./testing/consent-page-steps.ts";

let app: TestApp;
const { payer, pageOf, rowsOf, receiptOf, verifyAfterTest } = createConsentPageSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

describe("the receipt [CONSENT-11]", () => {
  test("shows a grant's time, withheld parts, end of access and evidence", async () => {
    const pending = await requestConsent(app, await payer());
    await submitDecision(app, pending.token, "grant", undefined, ["photo", "contact"]);
    const [proof] = await rowsOf<{ id: string }>(
      "select id from consent_evidence where request_id = $1 and event = 'granted'",
      [pending.itemId],
    );
    const page = await pageOf(pending);
    const { spokenText: heard, answer: response } = await receiptOf(pending);
    for (const words of [
      "You consented",
      "On this page",
      "English",
      consentTextVersion,
      "Names, identity number, gender, birth date Photo Phone, email Home address", // offered
      "Names, identity number, gender, birth date Photo Phone, email", // shared
      "Home address Education, profession, employment", // not shared
      "Lagos time",
      pending.itemId.replaceAll("-", "").replaceAll(/(.{4})(?=.)/g, "$1 "), // the requester's report shows it too
      proof?.id ?? "?",
    ]) {
      expect(page).toContain(words);
      expect(heard).toContain(words);
    }
    expect(heard).toContain("Ada Obi");
    expect(page).toMatch(/They can see your record for \d+ hours more/);
    expect(heard).toMatch(/They can see your record until \w+ \d+, 20\d\d at \d+:\d\d [AP]M, Lagos time\./);
    expect(heard).not.toMatch(/hours more/); // the document is read later
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.headers["content-disposition"]).toBe('attachment; filename="receipt.pdf"');
    expect(page).not.toContain("Receipt of deletion");
  });

  test("shows a denial by SMS", async () => {
    const pending = await requestConsent(app, await payer());
    await replyBySms(app, pending.phone, `NO ${pending.code}`);
    for (const words of ["You did not consent", "By SMS"]) {
      expect(await pageOf(pending)).toContain(words);
      expect((await receiptOf(pending)).spokenText).toContain(words);
    }
  });

  test("shows both the grant and its withdrawal", async () => {
    const pending = await requestConsent(app, await payer());
    await submitDecision(app, pending.token, "grant");
    await submitDecision(app, pending.token, "withdraw");
    const page = await pageOf(pending);
    for (const words of ["You withdrew your consent", "You consented, then withdrew", "Withdrawn"])
      expect(page).toContain(words);
    const proofs = await rowsOf<{ id: string }>(
      "select id from consent_evidence where request_id = $1 and event in ('granted', 'withdrawn')",
      [pending.itemId],
    );
    const folded = /<details>.*<\/details>/.exec(page)?.[0] ?? "";
    expect(proofs.map(({ id }) => folded.includes(id))).toEqual([true, true]);
  });
});

describe("the receipt of deletion [CONSENT-11 R-10]", () => {
  test.each([
    { end: "a denial", act: (pending: PendingConsent) => submitDecision(app, pending.token, "deny") },
    {
      end: "access has ended",
      act: async (pending: PendingConsent) => {
        await submitDecision(app, pending.token, "grant");
        await setClockRelativeTo(app, goneOf, [pending.itemId], 1);
        expect(await pageOf(pending)).toContain("We are deleting it now");
        await app.runSchedule("purge_due");
      },
    },
    {
      end: "no answer",
      act: async (pending: PendingConsent) => {
        await setClockRelativeTo(app, deadlineOf, [pending.itemId], 1);
        await app.runSchedule("expire_consents");
        await app.runSchedule("purge_due");
      },
    },
  ])("shows the time and the sealed audit entry after $end", async ({ act }) => {
    const pending = await requestConsent(app, await payer());
    await act(pending);
    await app.drainQueue();
    await app.runSchedule("seal_audit");
    const [logged] = await rowsOf<{ id: string; position: string; hash: string }>(
      `select l.id, s.position::text as position, encode(s.hash, 'hex') as hash
       from audit_log l join audit_seals s on s.audit_id = l.id where l.object_id = $1 and l.action = 'purged'`,
      [pending.itemId],
    );
    const hash = logged?.hash.replaceAll(/(.{4})(?=.)/g, "$1 ") ?? "?";
    const messages = ["Receipt of deletion", "Deleted on", logged?.id ?? "?", `${logged?.position}`, hash];
    const page = await pageOf(pending);
    const { spokenText: heard } = await receiptOf(pending);
    for (const words of messages) {
      expect(page).toContain(words);
      expect(heard).toContain(words);
    }
    expect(await app.keys.find(pending.itemId)).toBeUndefined();
  });

  test("does not mention deletion while consent is granted", async () => {
    const pending = await requestConsent(app, await payer());
    await submitDecision(app, pending.token, "grant");
    await app.drainQueue();
    expect(await pageOf(pending)).not.toMatch(/deleted|deleting|deletion/i);
  });
});
