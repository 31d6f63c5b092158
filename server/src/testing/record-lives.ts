import { randomInt } from "node:crypto";
import { bvnGroups, personGroups } from "@idanimo/contract/record-views";
import { expect } from "vitest";
import type { LookupAnswer, PersonFound } from "../providers/source.ts";
import { freshNin, type TestApp, type TestUser } from "./app.ts";
import { type canarySources, namesOf, planted } from "./canary-sources.ts";
import { adult } from "./fakes.ts";
import { buy, clockAt, pay, press } from "./journey.ts";
import { buy as buyFile } from "./bulk-file.ts";
import type { Of } from "./read-paths.ts";
import { type fakeVehicles, freshVin } from "./vehicles.ts";

/** Records full of marks, and every state in which somebody may try to read one. */

const pictures = ["photo", "image", "signature"];
const fields = planted([...namesOf(personGroups), ...namesOf(bvnGroups), ...pictures]);

/** A search that was bought and not paid for yet. */
export type Begun = { readonly of: Of; readonly contact: { readonly phone: string; readonly mail: string } };
/** Where it is bought, and by whom. */
export type Scene = {
  readonly app: TestApp;
  readonly vehicles: ReturnType<typeof fakeVehicles>;
  readonly others: ReturnType<typeof canarySources>;
  readonly user: TestUser;
};
type Kind = {
  /** Nobody is asked for their consent. */
  readonly asksNobody?: true;
  readonly begin: (scene: Scene, answer: Answer) => Promise<Begun>;
  /** Who tells of the record while it may be seen, beside the report. */
  readonly tellers: readonly string[];
};
/** What the register answers about somebody whose record is full of marks. */
type Answer = "an adult" | "a minor" | "nobody to reach" | "a failure" | "nothing";

const freshContact = () => ({
  phone: `+234806${randomInt(1_000_000, 9_999_999)}`,
  mail: `canary.${randomInt(1_000_000, 9_999_999)}@example.test`,
});
export const noName: Pick<Of, "uploadId" | "cacId" | "reportCode"> = {
  uploadId: "00000000-0000-4000-8000-000000000000",
  cacId: "411001",
  reportCode: "22222-22222-22222-22222",
};

function saysOf(nin: string, answer: Answer, contact: Begun["contact"]): LookupAnswer<PersonFound> {
  if (answer === "nothing") return { kind: "not_found" };
  if (answer === "a failure") return { kind: "failed", why: "server_error" };
  const reached = answer === "nobody to reach" ? { phone: null, mail: null } : contact;
  return {
    kind: "found",
    record: adult(nin, { fields, contact: reached, ...(answer === "a minor" && { birthDate: "2020-01-01" }) }),
  };
}

/** One search that was bought, by what its paths are asked with. */
async function boughtOf({ app, user }: Pick<Scene, "app" | "user">, search: object, value: string): Promise<Of> {
  const { itemId, sessionCode, transactionID, amount } = await buy(app, user, search);
  return { ...noName, requestId: itemId, sessionCode, transactionID, amount, value };
}

export const kinds = {
  "a person": {
    tellers: ["GET /api/v2/verification/check-consent/:id"],
    async begin({ app, user }, answer) {
      const [nin, contact] = [freshNin(), freshContact()];
      app.outside.personRecords.says(nin, saysOf(nin, answer, contact));
      return { contact, of: await boughtOf({ app, user }, { nin }, nin) };
    },
  },
  "a line of a file": {
    tellers: ["GET /api/v2/verification/check-consent/:id", "GET /api/v2/verification/bulk/:uploadId/results.csv"],
    async begin({ app, user }, answer) {
      const [nin, contact] = [freshNin(), freshContact()];
      app.outside.personRecords.says(nin, saysOf(nin, answer, contact));
      const file = await buyFile(app, user, [nin]);
      const items = await app.owner.query<{ id: string }>(
        "select i.id from purchase_items i join purchases p on p.id = i.purchase_id where p.session_code = $1",
        [file.sessionCode],
      );
      return { contact, of: { ...noName, ...file, requestId: items.rows[0]?.id ?? "", value: nin } };
    },
  },
  "who holds a phone": {
    tellers: ["GET /api/v2/verification/check-consent/:id"],
    async begin({ app, others, user }, answer) {
      const [phone, contact] = [`0803${randomInt(1_000_000, 9_999_999)}`, freshContact()];
      for (const source of [others.phone, others.bvnByPhone]) source.says(phone, saysOf(phone, answer, contact));
      return { contact, of: await boughtOf({ app, user }, { phone }, phone) };
    },
  },
  "a credit profile": {
    tellers: ["GET /api/v2/verification/check-consent/:id"],
    async begin({ app, others, user }, answer) {
      const [bvn, contact] = [freshNin(), freshContact()];
      // a bureau that fails after others have answered: what they said is given back with the rest
      const owner = answer === "a failure" ? "an adult" : answer;
      others.bvn.says(bvn, saysOf(bvn, owner, contact));
      if (owner !== answer) others.bureaus.creditRegistry.says(bvn, { kind: "failed", why: "server_error" });
      const ticks = { crc: true, firstCentral: true, creditRegistry: true };
      return { contact, of: await boughtOf({ app, user }, { bvn, ...ticks }, bvn) };
    },
  },
  "a plate": {
    asksNobody: true,
    tellers: ["GET /api/v2/verification/check-consent/:id"],
    async begin({ app, user }) {
      const plate = `LAG${randomInt(100, 999)}${String.fromCharCode(randomInt(65, 91), randomInt(65, 91))}`;
      return { contact: freshContact(), of: await boughtOf({ app, user }, { license_number: plate }, plate) };
    },
  },
  "a vehicle": {
    asksNobody: true,
    tellers: ["GET /api/v2/verification/check-consent/:id", "GET /api/v2/results/:id/source.pdf"],
    async begin({ app, vehicles, user }, answer) {
      const vin = freshVin();
      if (answer === "a failure") vehicles.vehicleId.says(vin, { kind: "failed", why: "server_error" });
      if (answer === "nothing") vehicles.vehicleId.says(vin, { kind: "not_found" });
      return { contact: freshContact(), of: await boughtOf({ app, user }, { vin }, vin) };
    },
  },
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof kinds;
const kindOf = (name: KindName): Kind => kinds[name];

const paid = async (scene: Scene, kind: Kind, answer: Answer = "an adult") => {
  const begun = await kind.begin(scene, answer);
  await pay(scene.user, begun.of);
  return begun;
};
const settled = async (scene: Scene, kind: Kind, answer?: Answer) => {
  const { app } = scene;
  const begun = await paid(scene, kind, answer);
  await app.drainQueue();
  const sms = app.outside.sms.sent.findLast(({ to }) => to === begun.contact.phone)?.text ?? "";
  return { ...begun, token: /\/consent\/([A-Za-z0-9_-]{43})/.exec(sms)?.[1] ?? "" };
};
/** What was found may be seen: the subject has agreed where they must. Its asker has kept its report, so there is a code of one. */
export const opened = async (scene: Scene, name: KindName) => {
  const { app, user } = scene;
  const begun = await settled(scene, kinds[name]);
  if (!kindOf(name).asksNobody) expect((await press(app, begun.token, "grant")).statusCode).toBeLessThan(400);
  expect((await user.get(`/results/${begun.of.requestId}/report.pdf`)).statusCode).toBe(200);
  const { rows } = await app.owner.query<{ code: string }>("select code from reports where request_id = $1", [
    begun.of.requestId,
  ]);
  return { ...begun, of: { ...begun.of, reportCode: rows[0]?.code ?? "" } };
};
export const ends = {
  deadline: "select deadline as at from consents where request_id = $1",
  gone: "select coalesce(c.gone_at, x.gone_at) as at from results x left join consents c on c.request_id = x.request_id where x.request_id = $1",
};

/** What an account is in when its paths are read. */
type Reached = {
  readonly begun: Begun;
  /** Being looked up, so that nothing waits for its end. */
  readonly isRunning?: true;
  /** Of what was asked, too, only the last characters may be seen. */
  readonly isMasked?: true;
};
type State = readonly [kinds: readonly KindName[], reach: (scene: Scene, name: KindName) => Promise<Reached>];
const files: readonly KindName[] = ["a person", "a line of a file"];
const persons: readonly KindName[] = [...files, "who holds a phone", "a credit profile"];
const alone: readonly KindName[] = ["a person"];
const oneByOne: readonly KindName[] = ["a person", "a vehicle"];
export const every: readonly KindName[] = [...persons, "a plate", "a vehicle"];
export const states: Readonly<Record<string, State>> = {
  "being priced": [
    oneByOne,
    async (scene, name) => ({ begun: await kinds[name].begin(scene, "an adult"), isRunning: true }),
  ],
  "being looked up": [oneByOne, async (scene, name) => ({ begun: await paid(scene, kinds[name]), isRunning: true })],
  "waiting for the subject": [persons, async (scene, name) => ({ begun: await settled(scene, kinds[name]) })],
  refused: [
    alone,
    async (scene, name) => {
      const begun = await settled(scene, kinds[name]);
      await press(scene.app, begun.token, "deny");
      return { begun };
    },
  ],
  "refused and purged": [
    alone,
    async (scene, name) => {
      const begun = await settled(scene, kinds[name]);
      await press(scene.app, begun.token, "deny");
      await scene.app.drainQueue();
      return { begun, isMasked: true };
    },
  ],
  "unanswered, with no job run": [
    alone,
    async (scene, name) => {
      const begun = await settled(scene, kinds[name]);
      await clockAt(scene.app, ends.deadline, [begun.of.requestId], 1);
      return { begun, isMasked: true };
    },
  ],
  "unanswered and ended": [
    alone,
    async (scene, name) => {
      const begun = await settled(scene, kinds[name]);
      await clockAt(scene.app, ends.deadline, [begun.of.requestId], 1);
      await scene.app.runSchedule("expire_consents");
      return { begun, isMasked: true };
    },
  ],
  "taken back": [
    files,
    async (scene, name) => {
      const begun = await opened(scene, name);
      await press(scene.app, begun.token, "withdraw");
      return { begun, isMasked: true };
    },
  ],
  "a second past its end, with no job run": [
    every,
    async (scene, name) => {
      const begun = await opened(scene, name);
      await scene.app.drainQueue();
      await clockAt(scene.app, ends.gone, [begun.of.requestId], 1);
      return { begun, isMasked: true };
    },
  ],
  "past its end and purged": [
    oneByOne,
    async (scene, name) => {
      const begun = await opened(scene, name);
      await clockAt(scene.app, ends.gone, [begun.of.requestId], 1);
      await scene.app.runSchedule("purge_due");
      return { begun, isMasked: true };
    },
  ],
  "given back: the source failed": [
    [...files, "a credit profile", "a vehicle"],
    async (scene, name) => ({ begun: await settled(scene, kinds[name], "a failure") }),
  ],
  "without a record": [oneByOne, async (scene, name) => ({ begun: await settled(scene, kinds[name], "nothing") })],
  "given back: a minor": [alone, async (scene, name) => ({ begun: await settled(scene, kinds[name], "a minor") })],
  "given back: nobody to reach": [
    alone,
    async (scene, name) => ({ begun: await settled(scene, kinds[name], "nobody to reach") }),
  ],
};
