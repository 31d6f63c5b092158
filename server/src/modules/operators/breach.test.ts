import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { parseCsv } from "../../kernel/testing/parse-csv.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import {
  type PendingConsent,
  completeLookup,
  grantAllParts,
  requestConsent,
  submitDecision,
} from "../../testing/lookup-steps.ts";
import { createTestConsole, type TestOperator } from "../../testing/console.ts";
import { createTestTerminal, type TestTerminal } from "../../testing/terminal.ts";
import { breachMessage } from "../notifications/index.ts";
import { notifyAffectedExclusively } from "./breach-notices.ts";
import { readAffectedInBatches } from "./breach-store.ts";

/** A simulated breach: an intruder had access from the second hour to the third. */

let app: TestApp;
let folder: string;
let ada: TestOperator;
let asAda: TestTerminal["run"];
let asBola: TestTerminal["run"];
beforeAll(async () => {
  app = await createTestApp();
  const operatorConsole = await createTestConsole(app);
  const terminal = createTestTerminal(app, operatorConsole);
  ada = await operatorConsole.operator("privacy");
  asAda = await terminal.as(ada);
  asBola = await terminal.as(await operatorConsole.operator("privacy"));
  folder = await mkdtemp(join(tmpdir(), "drill-"));
  await createRequests();
}, 60_000);
afterEach(() => app.checkInvariants());
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

const hour = 3_600_000;
const start = Date.now();
const hoursAfterStart = (hours: number) => new Date(start + hours * hour).toISOString();
const window = ["--since", hoursAfterStart(1), "--until", hoursAfterStart(2)];
const stretch = { since: new Date(hoursAfterStart(1)), until: new Date(hoursAfterStart(2)), account: null };
const shared = { phone: "+2348066611111", mail: "ngozi@example.test" };
const other = { phone: "+2348066622222", mail: null };

let robbed: TestUser;
let bystander: TestUser;
const requests: Record<string, Pick<PendingConsent, "itemId" | "nin"> & { readonly token?: string }> = {};

async function createRequests(): Promise<void> {
  [robbed, bystander] = [await app.user({ NGN: 50_000_00n }), await app.user({ NGN: 50_000_00n })];
  const open = await requestConsent(app, robbed, { contact: shared });
  await grantAllParts(app, open.token);
  const deleted = await requestConsent(app, robbed);
  await submitDecision(app, deleted.token, "deny");
  await app.drainQueue(); // deleted before the breach
  await robbed.get(`/verification/check-consent/${open.itemId}`);

  await app.setClockOffset(1.5 * hour);
  for (let time = 0; time < 2; time += 1) await robbed.get(`/verification/check-consent/${open.itemId}`);
  const rejected = await requestConsent(app, bystander, { contact: other });
  await submitDecision(app, rejected.token, "deny");
  await app.drainQueue();
  const waiting = await requestConsent(app, bystander, { contact: shared }); // about the same person as `open`
  const nameless = await completeLookup(app, bystander, { kind: "not_found" });

  await app.setClockOffset(2.5 * hour);
  await robbed.get(`/verification/check-consent/${open.itemId}`);
  const later = await requestConsent(app, robbed);
  await app.drainQueue();
  Object.assign(requests, { open, gone: deleted, refused: rejected, waiting, nameless, later });
}

/** A minute in Lagos as a command takes it. */
const lagosMinute = (hours: number) =>
  new Date(start + (hours + 1) * hour).toISOString().slice(0, 16).replace("T", " ");
const requestIdOf = (name: string) => requests[name]?.itemId ?? "";
/** The counts printed before the tables of groups. */
const numbers = (lines: readonly string[]) =>
  Object.fromEntries(lines.slice(3, lines.indexOf("", 3)).map((line) => line.split(/ {2,}/)));

describe("the breach commands [T-78 R-10]", () => {
  test("lists exactly the requests stored in the window, with their parts and openings", async () => {
    const file = join(folder, "touched.csv");
    const reported = await asAda("breach-report", ...window, "--file", file);
    expect(reported.isWell).toBe(true);
    expect(numbers(reported.lines)).toEqual({
      "requests whose values were stored": "4",
      "people in them, by the contacts in their records": "2",
      "requests about a person who was never contacted and cannot be identified": "1",
      "accounts that made them": "2",
      "requests whose record was opened in this period": "1",
      "times these were opened": "2",
      "requests that can still be decrypted now": "3",
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [head = [], ...rows] = parseCsv(await readFile(file, "utf8"));
    const listed = rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
    const stored = {
      opened: "0",
      "record delivered": "no",
      "key still stored": "yes",
      consent: "pending",
      account: bystander.id,
    };
    const all = "identity photo contact address education_work personal_details family";
    expect(listed).toMatchObject([
      {
        ...stored,
        request: requestIdOf("open"),
        account: robbed.id,
        consent: "granted",
        "record delivered": "yes",
        opened: "2",
        parts: all,
      },
      { ...stored, request: requestIdOf("refused"), consent: "denied", "key still stored": "no" },
      { ...stored, request: requestIdOf("waiting") },
      { ...stored, request: requestIdOf("nameless"), consent: "no_data_found", "person (keyed hash)": "" },
    ]);
    const people = listed.map((row) => row["person (keyed hash)"]);
    expect([people[0] === people[2], people[0] === people[1]]).toEqual([true, false]);
    const text = `${await readFile(file, "utf8")}${reported.lines.join("\n")}`;
    for (const secret of [
      shared.phone,
      shared.mail,
      "8066622222",
      robbed.email,
      ...Object.values(requests).map(({ nin }) => nin),
    ])
      expect(text).not.toContain(secret);

    expect(await asAda("breach-report", ...window, "--file", file)).toMatchObject({
      isWell: false,
      lines: [`--file ${file} already exists; nothing was written.`, expect.any(String)],
    });
    const own = await asAda("breach-report", ...window, "--account", robbed.id);
    expect(numbers(own.lines)).toMatchObject({
      "requests whose values were stored": "1",
      "times these were opened": "2",
    });
  });

  test("notifies each reachable contact once and counts the people out of reach", async () => {
    const before = { sms: app.providers.sms.sent.length, mail: app.providers.mail.sent.length };
    const what = "A stolen password opened one account.";
    const period = ["--since", lagosMinute(1), "--until", lagosMinute(2)];
    const started = await asAda("start-breach", "--noticed", lagosMinute(2), ...period, "--what", what);
    const id = /breach-notify ([0-9a-f-]{36})/.exec(started.lines[0] ?? "")?.[1] ?? "";
    await app.drainQueue();
    const tell = async () => {
      const requested = await asAda("breach-notify", id, "--reason", "they must know");
      const approval = /approve ([0-9a-f-]{36})$/.exec(requested.lines[1] ?? "")?.[1] ?? "";
      expect((await asAda("approve", approval)).isWell).toBe(false); // needs another operator
      await app.drainQueue();
      expect((await asBola("approve", approval)).lines).toEqual(["Approved and done."]);
    };
    await tell();
    await app.drainQueue();
    const [sms, mail] = [app.providers.sms.sent.slice(before.sms), app.providers.mail.sent.slice(before.mail)];
    expect([sms.map(({ to }) => to), mail.map(({ to }) => to)]).toEqual([[shared.phone], [shared.mail]]);
    for (const text of [sms[0]?.text, mail[0]?.text]) {
      expect(text).toContain("/my-data");
      expect(text).not.toContain(requests["open"]?.nin);
    }
    expect(mail[0]?.text).toContain("What happened: A stolen password opened one account.");
    await tell();
    await app.drainQueue();
    expect(app.providers.sms.sent).toHaveLength(before.sms + 1);
    const { rows } = await app.owner.query<{ id: string }>(
      "select id from outbox_messages where kind = 'breach_notice'",
    );
    expect((await app.keys.findAll(rows.map(({ id }) => id))).size).toBe(0); // their own keys are deleted with them
  });

  test("completes a run that died after creating its keys, and runs only once at a time", async () => {
    const shorter = { ...stretch, until: new Date(hoursAfterStart(1.9)) };
    const tell = () =>
      notifyAffectedExclusively(
        { ...app, ids: randomIds },
        shorter,
        breachMessage("x", "https://idanimo.test/my-data"),
      );
    await tell();
    const client = await app.owner.connect();
    try {
      const { rows } = await client.query<{ id: string }>(
        "delete from outbox_messages where kind = 'breach_notice' and state = 'waiting' returning id",
      );
      expect(rows).toHaveLength(2);
      expect(await app.keys.findAll(rows.map(({ id }) => id))).toHaveProperty("size", 2); // the state a killed run leaves behind
      expect(await tell()).toMatchObject({ queued: 2, before: 0 });
      await client.query("select pg_advisory_lock(7201, 4)");
      expect(await tell()).toBeUndefined();
    } finally {
      client.release(true);
    }
    const before = app.providers.sms.sent.length;
    await app.drainQueue();
    expect(app.providers.sms.sent).toHaveLength(before + 1);
  });

  test("reads the requests in ordered batches, each request once", async () => {
    const batches: string[][] = [];
    await readAffectedInBatches(
      app.db,
      stretch,
      3,
      async (some) => void batches.push(some.map(({ requestId }) => requestId)),
    );
    expect(batches).toEqual([["open", "refused", "waiting"].map(requestIdOf), [requestIdOf("nameless")]]);
  });

  test("counts a withheld part as exposed until consent is granted", async () => {
    await app.setClockOffset(2.6 * hour);
    await submitDecision(app, requests["later"]?.token ?? "", "grant", undefined, ["family"]);
    for (const [since, parts] of [
      [2.55, "identity photo contact address education_work personal_details family"],
      [2.65, "identity family"],
    ] as const) {
      const file = join(folder, `${since}.csv`);
      await asAda("breach-report", "--since", hoursAfterStart(since), "--until", hoursAfterStart(3), "--file", file);
      const [head = [], ...rows] = parseCsv(await readFile(file, "utf8"));
      const later = rows.find(([request]) => request === requestIdOf("later"));
      expect(later?.[head.indexOf("parts")]).toBe(parts);
    }
  });

  test("writes an audit row with operator and window for each run", async () => {
    const { rows } = await app.owner.query<{ action: string; actor_id: string; reason: string }>(
      "select action, actor_id, reason from audit_log where action in ('breach_listed', 'breach_told') order by at limit 4",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "breach_listed",
      "breach_listed",
      "breach_listed",
      "breach_told",
    ]);
    for (const { actor_id: actor, reason } of rows) {
      expect(actor).toBe(ada.id);
      expect(reason).toMatch(/^\w{3} \d+, 20.+ Lagos time to \w{3} \d+, 20.+ Lagos time: /);
    }
    expect(rows[3]?.reason).toContain("2 messages, 1 person, 1 out of reach");
  });

  test.each<[what: string, line: readonly string[], names: string]>([
    ["no --since", ["--until", hoursAfterStart(2)], "--since is missing"],
    ["no --until", ["--since", hoursAfterStart(1)], "--until is missing"],
    [
      "a word instead of a time",
      ["--since", "yesterday", "--until", hoursAfterStart(2)],
      "--since yesterday is not a time",
    ],
    [
      "--until before --since",
      ["--since", hoursAfterStart(2), "--until", hoursAfterStart(1)],
      "--until must be after --since",
    ],
    ["an incomplete account id", [...window, "--account", "7"], "--account must be the id of an account"],
  ])("rejects %s without listing, and names the wrong argument", async (_what, line, names) => {
    const { lines, isWell } = await asAda("breach-report", ...line);
    expect([isWell, lines[0]]).toEqual([false, expect.stringContaining(names)]);
  });
});
