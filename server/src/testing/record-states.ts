import { randomInt } from "node:crypto";
import { bvnGroups } from "@idanimo/contract/checks/phone/view";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { expect } from "vitest";
import type { LookupResult, PersonFound } from "../providers/source.ts";
import { randomNin, type TestApp, type TestUser } from "./app.ts";
import { type createCanarySources, fieldNamesOf, plantCanaries } from "./canary-sources.ts";
import { adultPerson } from "./fakes.ts";
import { buySearch, grantAllParts, setClockRelativeTo, payPurchase, submitDecision } from "./lookup-steps.ts";
import { buyBulkFile as buyFile } from "./bulk-file.ts";
import type { ReadTarget } from "./read-paths.ts";
import { type createFakeVehicles, randomVin } from "./vehicles.ts";

/** Records with canary values, and every state in which a user may try to read one. */

const pictures = ["photo", "image", "signature"];
const fields = plantCanaries([...fieldNamesOf(personGroups), ...fieldNamesOf(bvnGroups), ...pictures]);

/** A search that is not paid for yet. */
export type UnpaidSearch = {
  readonly target: ReadTarget;
  readonly contact: { readonly phone: string; readonly mail: string };
};
/** The application, and the user who buys. */
export type SearchContext = {
  readonly app: TestApp;
  readonly vehicles: ReturnType<typeof createFakeVehicles>;
  readonly others: ReturnType<typeof createCanarySources>;
  readonly user: TestUser;
};
type SearchKind = {
  readonly needsNoConsent?: true;
  readonly begin: (scene: SearchContext, response: RegisterResponse) => Promise<UnpaidSearch>;
  /** Routes that return parts of the record while it is visible, besides the report. */
  readonly recordRoutes: readonly string[];
};
/** The register's response about a person whose record has canary values. */
type RegisterResponse = "an adult" | "a minor" | "no contact" | "a failure" | "nothing";

const randomContact = () => ({
  phone: `+234806${randomInt(1_000_000, 9_999_999)}`,
  mail: `canary.${randomInt(1_000_000, 9_999_999)}@example.test`,
});
export const missingNames: Pick<ReadTarget, "uploadId" | "cacId" | "reportCode"> = {
  uploadId: "00000000-0000-4000-8000-000000000000",
  cacId: "411001",
  reportCode: "22222-22222-22222-22222",
};

function registerResult(
  nin: string,
  response: RegisterResponse,
  contact: UnpaidSearch["contact"],
): LookupResult<PersonFound> {
  if (response === "nothing") return { kind: "not_found" };
  if (response === "a failure") return { kind: "failed", why: "server_error" };
  const reached = response === "no contact" ? { phone: null, mail: null } : contact;
  return {
    kind: "found",
    record: adultPerson(nin, { fields, contact: reached, ...(response === "a minor" && { birthDate: "2020-01-01" }) }),
  };
}

/** Buys a search and returns what its read paths need. */
async function buySearchTarget(
  { app, user }: Pick<SearchContext, "app" | "user">,
  search: object,
  value: string,
): Promise<ReadTarget> {
  const { itemId, sessionCode, transactionID, amount } = await buySearch(app, user, search);
  return { ...missingNames, requestId: itemId, sessionCode, transactionID, amount, value };
}

export const searchKinds = {
  "a person": {
    recordRoutes: ["GET /api/v2/verification/check-consent/:id"],
    async begin({ app, user }, response) {
      const [nin, contact] = [randomNin(), randomContact()];
      app.providers.personRecords.respondTo(nin, registerResult(nin, response, contact));
      return { contact, target: await buySearchTarget({ app, user }, { nin }, nin) };
    },
  },
  "a line of a file": {
    recordRoutes: ["GET /api/v2/verification/check-consent/:id", "GET /api/v2/verification/bulk/:uploadId/results.csv"],
    async begin({ app, user }, response) {
      const [nin, contact] = [randomNin(), randomContact()];
      app.providers.personRecords.respondTo(nin, registerResult(nin, response, contact));
      const file = await buyFile(app, user, [nin]);
      const items = await app.owner.query<{ id: string }>(
        "select i.id from purchase_items i join purchases p on p.id = i.purchase_id where p.session_code = $1",
        [file.sessionCode],
      );
      return { contact, target: { ...missingNames, ...file, requestId: items.rows[0]?.id ?? "", value: nin } };
    },
  },
  "who holds a phone": {
    recordRoutes: ["GET /api/v2/verification/check-consent/:id"],
    async begin({ app, others, user }, response) {
      const [phone, contact] = [`0803${randomInt(1_000_000, 9_999_999)}`, randomContact()];
      for (const source of [others.phone, others.bvnByPhone])
        source.respondTo(phone, registerResult(phone, response, contact));
      return { contact, target: await buySearchTarget({ app, user }, { phone }, phone) };
    },
  },
  "a credit profile": {
    recordRoutes: ["GET /api/v2/verification/check-consent/:id"],
    async begin({ app, others, user }, response) {
      const [bvn, contact] = [randomNin(), randomContact()];
      // a bureau fails after others have answered: the whole lookup is refunded
      const owner = response === "a failure" ? "an adult" : response;
      others.bvn.respondTo(bvn, registerResult(bvn, owner, contact));
      if (owner !== response) others.bureaus.creditRegistry.respondTo(bvn, { kind: "failed", why: "server_error" });
      const ticks = { crc: true, firstCentral: true, creditRegistry: true };
      return { contact, target: await buySearchTarget({ app, user }, { bvn, ...ticks }, bvn) };
    },
  },
  "a plate": {
    needsNoConsent: true,
    recordRoutes: ["GET /api/v2/verification/check-consent/:id"],
    async begin({ app, user }) {
      const plate = `LAG${randomInt(100, 999)}${String.fromCharCode(randomInt(65, 91), randomInt(65, 91))}`;
      return {
        contact: randomContact(),
        target: await buySearchTarget({ app, user }, { license_number: plate }, plate),
      };
    },
  },
  "a vehicle": {
    needsNoConsent: true,
    recordRoutes: ["GET /api/v2/verification/check-consent/:id", "GET /api/v2/results/:id/source.pdf"],
    async begin({ app, vehicles, user }, response) {
      const vin = randomVin();
      if (response === "a failure") vehicles.vehicleId.respondTo(vin, { kind: "failed", why: "server_error" });
      if (response === "nothing") vehicles.vehicleId.respondTo(vin, { kind: "not_found" });
      return { contact: randomContact(), target: await buySearchTarget({ app, user }, { vin }, vin) };
    },
  },
} as const satisfies Record<string, SearchKind>;
export type SearchKindName = keyof typeof searchKinds;
const searchKindOf = (name: SearchKindName): SearchKind => searchKinds[name];

const paySearch = async (scene: SearchContext, kind: SearchKind, response: RegisterResponse = "an adult") => {
  const begun = await kind.begin(scene, response);
  await payPurchase(scene.user, begun.target);
  return begun;
};
const settleSearch = async (scene: SearchContext, kind: SearchKind, response?: RegisterResponse) => {
  const { app } = scene;
  const begun = await paySearch(scene, kind, response);
  await app.drainQueue();
  const sms = app.providers.sms.sent.findLast(({ to }) => to === begun.contact.phone)?.text ?? "";
  return { ...begun, token: /\/consent\/([A-Za-z0-9_-]{43})/.exec(sms)?.[1] ?? "" };
};
/**
 * Makes the record visible: consent is granted where required, with every part. The requester has stored a report, so there is a
 * code.
 */
export const openRecord = async (scene: SearchContext, name: SearchKindName) => {
  const { app, user } = scene;
  const begun = await settleSearch(scene, searchKinds[name]);
  if (!searchKindOf(name).needsNoConsent) expect((await grantAllParts(app, begun.token)).statusCode).toBeLessThan(400);
  expect((await user.get(`/results/${begun.target.requestId}/report.pdf`)).statusCode).toBe(200);
  const { rows } = await app.owner.query<{ code: string }>("select code from reports where request_id = $1", [
    begun.target.requestId,
  ]);
  return { ...begun, of: { ...begun.target, reportCode: rows[0]?.code ?? "" } };
};
export const recordEndings = {
  deadline: "select deadline as at from consents where request_id = $1",
  gone: "select coalesce(c.expires_at, x.expires_at) as at from results x left join consents c on c.request_id = x.request_id where x.request_id = $1",
};

/** The state of the account when its paths are read. */
type ReachedState = {
  readonly begun: UnpaidSearch;
  /** The lookup is running, so do not wait for its end. */
  readonly isRunning?: true;
  /** Of the searched value, too, only the last characters may be visible. */
  readonly isMasked?: true;
};
type RecordState = readonly [
  kinds: readonly SearchKindName[],
  reach: (scene: SearchContext, name: SearchKindName) => Promise<ReachedState>,
];
const files: readonly SearchKindName[] = ["a person", "a line of a file"];
const persons: readonly SearchKindName[] = [...files, "who holds a phone", "a credit profile"];
const alone: readonly SearchKindName[] = ["a person"];
const oneByOne: readonly SearchKindName[] = ["a person", "a vehicle"];
export const allKindNames: readonly SearchKindName[] = [...persons, "a plate", "a vehicle"];
export const recordStates: Readonly<Record<string, RecordState>> = {
  "being priced": [
    oneByOne,
    async (scene, name) => ({ begun: await searchKinds[name].begin(scene, "an adult"), isRunning: true }),
  ],
  "being looked up": [
    oneByOne,
    async (scene, name) => ({ begun: await paySearch(scene, searchKinds[name]), isRunning: true }),
  ],
  "waiting for the subject": [
    persons,
    async (scene, name) => ({ begun: await settleSearch(scene, searchKinds[name]) }),
  ],
  refused: [
    alone,
    async (scene, name) => {
      const begun = await settleSearch(scene, searchKinds[name]);
      await submitDecision(scene.app, begun.token, "deny");
      return { begun };
    },
  ],
  "refused and purged": [
    alone,
    async (scene, name) => {
      const begun = await settleSearch(scene, searchKinds[name]);
      await submitDecision(scene.app, begun.token, "deny");
      await scene.app.drainQueue();
      return { begun, isMasked: true };
    },
  ],
  "unanswered, with no job run": [
    alone,
    async (scene, name) => {
      const begun = await settleSearch(scene, searchKinds[name]);
      await setClockRelativeTo(scene.app, recordEndings.deadline, [begun.target.requestId], 1);
      return { begun, isMasked: true };
    },
  ],
  "unanswered and ended": [
    alone,
    async (scene, name) => {
      const begun = await settleSearch(scene, searchKinds[name]);
      await setClockRelativeTo(scene.app, recordEndings.deadline, [begun.target.requestId], 1);
      await scene.app.runSchedule("expire_consents");
      return { begun, isMasked: true };
    },
  ],
  withdrawn: [
    files,
    async (scene, name) => {
      const begun = await openRecord(scene, name);
      await submitDecision(scene.app, begun.token, "withdraw");
      return { begun, isMasked: true };
    },
  ],
  "a second past its end, with no job run": [
    allKindNames,
    async (scene, name) => {
      const begun = await openRecord(scene, name);
      await scene.app.drainQueue();
      await setClockRelativeTo(scene.app, recordEndings.gone, [begun.of.requestId], 1);
      return { begun, isMasked: true };
    },
  ],
  "past its end and purged": [
    oneByOne,
    async (scene, name) => {
      const begun = await openRecord(scene, name);
      await setClockRelativeTo(scene.app, recordEndings.gone, [begun.of.requestId], 1);
      await scene.app.runSchedule("purge_due");
      return { begun, isMasked: true };
    },
  ],
  "refunded: the source failed": [
    [...files, "a credit profile", "a vehicle"],
    async (scene, name) => ({ begun: await settleSearch(scene, searchKinds[name], "a failure") }),
  ],
  "without a record": [
    oneByOne,
    async (scene, name) => ({ begun: await settleSearch(scene, searchKinds[name], "nothing") }),
  ],
  "refunded: a minor": [
    alone,
    async (scene, name) => ({ begun: await settleSearch(scene, searchKinds[name], "a minor") }),
  ],
  "refunded: no contact": [
    alone,
    async (scene, name) => ({ begun: await settleSearch(scene, searchKinds[name], "no contact") }),
  ],
};
