import { accountsReportFiles } from "@idanimo/contract/console/money";
import type { ConsoleOperation } from "@idanimo/contract/console/operation";
import { consoleOperations } from "@idanimo/contract/console/operations";
import { auditCsvPath } from "@idanimo/contract/console/operators";
import { noticePdfPath } from "@idanimo/contract/console/grievances";
import { operatorSignOut } from "@idanimo/contract/console/session";
import { operatorRoles } from "@idanimo/contract/console/rights";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { vehicleFields } from "@idanimo/contract/checks/vin/view";
import { parsePdf } from "../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { createCanarySources, fieldNamesOf, plantCanaries } from "../testing/canary-sources.ts";
import { createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";
import { FakeCompanies } from "../testing/fakes.ts";
import { createGrievance } from "../testing/grievance-steps.ts";
import { askedSources, fakeLiveFace, plantAskedKinds, plantEveryKind, plantPeople } from "../testing/planted-people.ts";
import { createFakeVehicles } from "../testing/vehicles.ts";

/**
 * Every operation and download of the console is called after 1,000 values of people were planted in every kind of
 * check; none of them may be in a response, a document or the log. [OC-07]
 */

const peopleCount = 18;
const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();
let product: TestApp;
let operatorConsole: TestConsole;
let everyRole: TestOperator;
let second: TestOperator;
let victim: TestOperator;
let customer: TestUser;
const log: string[] = [];
const planted = new Set<string>();
const requestIds: string[] = [];
/** Ids for the paths, by their first segment. */
const idsOf: Record<string, readonly string[]> = {};
/** Every response and document, with the call it belongs to. */
const seen: { readonly call: string; readonly status: number; readonly text: string }[] = [];

beforeAll(async () => {
  product = await createTestApp(
    { SUBJECT_REQUESTS_A_DAY: "400" },
    {
      sources: () => ({ ...vehicles.sources, ...others.sources, ...new FakeCompanies().sources, ...askedSources() }),
      liveFace: fakeLiveFace,
    },
  );
  operatorConsole = await createTestConsole(product, { write: (line) => void log.push(line) });
  everyRole = await operatorConsole.operator(...operatorRoles);
  second = await operatorConsole.operator(...operatorRoles);
  victim = await operatorConsole.operator("support");
  customer = await product.user({ userType: "business", NGN: 900_000_00n });
  for (const made of [
    await plantPeople({ app: product, user: customer }, peopleCount),
    await plantEveryKind({ app: product, user: customer, vehicles, others }),
    await plantAskedKinds({ app: product, user: customer, others }),
  ]) {
    for (const value of made.values) planted.add(value);
    requestIds.push(...made.requestIds);
  }
  const [number, phone] = ["22222222222", "0803 555 7788"];
  const { id, pending } = await createGrievance(product, `My NIN is ${number}. Call ${phone}.`);
  for (const value of [number, phone, pending.phone.slice(4), pending.nin, pending.token]) planted.add(value);
  await product.owner.query(
    `insert into cases (id, kind, object_id, detail) values (gen_random_uuid(), 'alarm_mass_reads', $1, '90 records')`,
    [customer.id],
  );
  await product.owner.query(
    "insert into operators (id, email, name, state, roles) values (gen_random_uuid(), 'new@operators.example.test', 'New', 'invited', '{support}')",
  );
  const ids = async (text: string) => (await rows<{ id: string }>(product, text)).map((row) => row.id);
  Object.assign(idsOf, {
    accounts: [customer.id],
    requests: [...requestIds, pending.itemId],
    grievances: [id],
    cases: await ids("select id::text from cases"),
    operators: [...(await ids("select id::text from operators where state = 'invited'")), victim.id],
    jobs: ["1"],
  });
}, 300_000);
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

const lagosMinute = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 3_600_000).toISOString().slice(0, 16);
const reason = "checked by a test";
const noId = "00000000-0000-4000-8000-000000000000";
const reportOfToday = () => ({ from: lagosMinute(-1_440).slice(0, 10), to: lagosMinute(0).slice(0, 10) });
const amounts = {
  price: "510",
  vat: "38",
  serviceFee: "40",
  processingFee: "0",
  priceUsd: "2",
  vatUsd: "0.14",
  serviceFeeUsd: "0",
};
/** What a call sends besides the ids in its path; a reason if it is not listed. */
const bodies: Readonly<Record<string, () => readonly object[]>> = {
  "POST /sign-in": () => [{ email: "ada@example.test", password: "wrong password" }],
  "POST /sign-in/second-step": () => [{ ticket: "none", code: "123456" }],
  "POST /welcome": () => [{ token: "none" }],
  "POST /welcome/finish": () => [{ token: "none", password: "Example-1-password", code: "123456" }],
  "POST /sign-in/passkey/options": () => [{}],
  "POST /sign-in/passkey": () => [{ challengeId: noId, response: { id: "none", response: {} } }],
  "POST /passkeys/options": () => [{ password: "wrong password" }],
  "POST /passkeys": () => [{ challengeId: noId, response: { id: "none", response: {} }, name: "Phone" }],
  "POST /passkeys/{id}/remove": () => [{ password: "wrong password" }],
  "POST /sign-out": () => [{}],
  "POST /find": () => [...planted].slice(0, 25).map((value) => ({ value, reason: "asked_us" })),
  "POST /accounts/{id}/open": () => [{ reason: "asked_us" }],
  "POST /accounts/{id}/suspend": () => [{ reasonCode: "report", reason }],
  "POST /accounts/{id}/resend": () => [{ messageId: noId, reason }],
  "POST /refunds": () => requestIds.map((requestId) => ({ requestId, reason })),
  "POST /approvals/{id}/decide": () => [{ decision: "approve" }],
  "POST /cases/{id}/assign": () => [{ operatorId: everyRole.id }],
  "POST /cases/{id}/note": () => [{ text: reason }],
  "POST /grievances/{id}/assign": () => [{ operatorId: everyRole.id }],
  "POST /grievances/{id}/note": () => [{ text: reason }],
  "POST /grievances/{id}/reply": () => [{ text: "We stopped it." }],
  "POST /grievances/snag": () => [
    { arrivedOn: lagosMinute(0).slice(0, 10), arrivedBy: "post", contact: "0803 555 7788", text: "NIN 22222222222" },
  ],
  "POST /breaches": () => [
    {
      noticedAt: lagosMinute(-5),
      since: lagosMinute(-600),
      until: lagosMinute(60),
      description: "A laptop was stolen.",
    },
  ],
  "POST /breaches/{id}/commission": () => [{ outcome: "notified", reason }],
  "GET /prices/preview": () => [{ item: "nin", ...amounts }],
  "POST /prices": () => [{ item: "nin", ...amounts, reason }],
  "GET /exchange-rate/preview": () => [{ rate: "1400" }],
  "POST /exchange-rate": () => [{ rate: "1400", reason }],
  "GET /accounts-report": () => [reportOfToday()],
  "POST /pay-outs/{id}/claim": () => [{}],
  "POST /pay-outs/{id}/release": () => [{}],
  "POST /pay-outs/{id}/paid": () => [{}],
  "POST /sources/{source}": () => [{ state: "closed", messageCode: "outage", reason }],
  "POST /operators": () => [{ email: "one@operators.example.test", name: "One More", roles: ["support"], reason }],
  "POST /operators/{id}/link": () => [{}],
  "POST /operators/{id}/keys": () => [{ name: "Laptop" }],
  "POST /operators/{id}/keys/{keyId}/end": () => [{}],
  "POST /operators/{id}/roles": () => [{ roles: ["finance"], reason }],
};
const inputsOf = ({ method, path }: ConsoleOperation) =>
  bodies[`${method} ${path}`]?.() ?? (method === "GET" ? [{}] : [{ reason }]);

function record(call: string, response: LightMyRequestResponse): LightMyRequestResponse {
  const isPdf = response.headers["content-type"] === "application/pdf";
  const body = isPdf
    ? `${parsePdf(response.rawPayload).spokenText} ${parsePdf(response.rawPayload).raw}`
    : response.body;
  seen.push({ call, status: response.statusCode, text: JSON.stringify(response.headers) + body });
  return response;
}

async function idsFor(path: string): Promise<readonly string[]> {
  const folder = path.split("/")[1] ?? "";
  if (folder === "approvals" || folder === "breaches")
    return (await rows<{ id: string }>(product, `select id::text from ${folder}`)).map(({ id }) => id);
  if (folder === "sources")
    return json<{ sources: { source: string }[] }>(await everyRole.get("/sources"))
      .sources.slice(0, 1)
      .map(({ source }) => source);
  return idsOf[folder] ?? [noId];
}

/** While this runs, no act can be recorded: each call that changes something fails, and is logged. */
async function withFailingAudit(work: () => Promise<void>): Promise<void> {
  await product.owner.query(
    "alter table audit_log add constraint no_audit_row check (actor_kind <> 'operator') not valid",
  );
  try {
    await work();
  } finally {
    await product.owner.query("alter table audit_log drop constraint no_audit_row");
  }
}

/** Calls an operation for each object in its path. Approvals are decided by the second operator. */
async function call(operation: ConsoleOperation): Promise<void> {
  const { method, path } = operation;
  const operator = path.includes("/decide") || path === "/sign-out" ? second : everyRole;
  const paths = path.includes("{")
    ? (await idsFor(path)).map((id) => path.replace(/\{\w+\}/, id).replace("{keyId}", noId))
    : [path];
  for (const address of paths)
    for (const input of inputsOf(operation)) {
      const query = new URLSearchParams(
        Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
      );
      record(
        `${method} ${path}`,
        method === "GET" ? await operator.get(`${address}?${query}`) : await operator.post(address, input),
      );
    }
  await product.drainQueue();
}

const findPlanted = (text: string) => [...planted].filter((value) => text.includes(value));

describe("1,000 planted values of people [OC-07]", () => {
  test("were stored, and are found where the customer may read them", async () => {
    const readable = await customer.get(`/verification/check-consent/${requestIds[0]}`);
    expect(findPlanted(readable.body).length).toBeGreaterThan(20);
  });

  test("are in no response, document, download or log of any operation", { timeout: 300_000 }, async () => {
    expect(planted.size).toBeGreaterThanOrEqual(1_000);
    const reads = consoleOperations.filter(({ method }) => method === "GET");
    const lasting = consoleOperations.filter(({ path }) => path !== "/sign-out");
    await withFailingAudit(async () => {
      for (const operation of lasting.filter(({ method }) => method !== "GET")) await call(operation);
    });
    for (const operation of lasting) await call(operation);
    for (const operation of reads) await call(operation); // again, after everything was done
    for (const id of idsOf["grievances"] ?? []) record("PDF", await everyRole.get(noticePdfPath(id)));
    record("CSV", await everyRole.get(auditCsvPath));
    for (const { path } of Object.values(accountsReportFiles))
      record("accounts report", await everyRole.get(`${path}?${new URLSearchParams(reportOfToday())}`));
    await call(operatorSignOut);

    const leaks = seen.flatMap(({ call: name, text }) => findPlanted(text).map((value) => `${name}: ${value}`));
    expect([...new Set(leaks)]).toEqual([]);
    expect(findPlanted(log.join(""))).toEqual([]);
    expect(log.filter((line) => line.includes("no_audit_row")).length).toBeGreaterThan(20);
  });

  test("are searched for after every operation was called with a valid input", () => {
    const called = new Set(
      seen.filter(({ text }) => !text.includes('"code":"bad_input"')).map(({ call: name }) => name),
    );
    const every = consoleOperations.map(({ method, path }) => `${method} ${path}`);
    expect([...every, "PDF", "CSV", "accounts report"].filter((name) => !called.has(name))).toEqual([]);
    const answered = new Set(seen.filter(({ status }) => status < 300).map(({ call: name }) => name));
    // the bank details of a customer's pay-out open only to the operator who claimed it
    const reads = every.filter((name) => name.startsWith("GET ") && name !== "GET /pay-outs/{id}/bank");
    expect([...reads, "PDF", "CSV", "accounts report"].filter((name) => !answered.has(name))).toEqual([]);
  });
});
