import { randomInt } from "node:crypto";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { randomNin, type TestApp, type TestUser } from "./app.ts";
import { canary, type createCanarySources, fieldNamesOf } from "./canary-sources.ts";
import { adultPerson } from "./fakes.ts";
import { buySearch, grantAllParts, payPurchase } from "./lookup-steps.ts";
import { createQuestionSteps, nameOf } from "./question-steps.ts";
import { allKindNames, openRecord } from "./record-states.ts";
import type { createFakeVehicles } from "./vehicles.ts";

/** People whose every value is known, looked up by every kind of check, so that a test can search for the values. */

export type Planted = { readonly values: ReadonlySet<string>; readonly requestIds: readonly string[] };
type Scene = {
  readonly app: TestApp;
  readonly user: TestUser;
  readonly vehicles: ReturnType<typeof createFakeVehicles>;
  readonly others: ReturnType<typeof createCanarySources>;
};

const names = [...new Set([...fieldNamesOf(personGroups), "photo", "signature"])];
/** A phone number as a source, a person or a log may write it. */
const spellingsOf = (phone: string) => [phone.slice(4), `0${phone.slice(4)}`, phone];

/** Buys and opens the records of this many people, each with a value of their own in every field. */
export async function plantPeople({ app, user }: Pick<Scene, "app" | "user">, count: number): Promise<Planted> {
  const values = new Set<string>();
  const requestIds: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const nin = randomNin();
    const contact = {
      phone: `+234806${randomInt(1_000_000, 9_999_999)}`,
      mail: `planted.${randomInt(1_000_000_000)}@example.test`,
    };
    const fields = Object.fromEntries(names.map((name) => [name, `PLANTED-${randomInt(1_000_000_000)}-${name}`]));
    app.providers.personRecords.respondTo(nin, { kind: "found", record: adultPerson(nin, { fields, contact }) });
    const bought = await buySearch(app, user, { nin });
    await payPurchase(user, bought);
    await app.drainQueue();
    const sms = app.providers.sms.sent.findLast(({ to }) => to === contact.phone)?.text ?? "";
    const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(sms)?.[1] ?? "";
    if (at % 2 === 0) await grantAllParts(app, token); // the others wait for their answer
    for (const value of [nin, ...spellingsOf(contact.phone), contact.mail, token, ...Object.values(fields)])
      values.add(value);
    requestIds.push(bought.itemId);
  }
  return { values, requestIds };
}

/** Opens a record of each kind of check, and asks one question about a name. */
export async function plantEveryKind(scene: Scene): Promise<Planted> {
  const values = new Set<string>([canary]);
  const requestIds: string[] = [];
  for (const kind of allKindNames) {
    const { target, contact, token } = await openRecord(scene, kind);
    for (const value of [target.value, ...spellingsOf(contact.phone), contact.mail]) values.add(value);
    if (token !== "") values.add(token);
    requestIds.push(target.requestId);
  }
  const nin = randomNin();
  const asked = { firstname: "Plantedfirst", lastname: "Plantedlast" };
  const { ask } = createQuestionSteps(() => scene.app);
  const question = await ask(scene.user, nameOf(nin, asked), adultPerson(nin));
  for (const value of [nin, ...Object.values(asked), ...spellingsOf(question.phone)]) values.add(value);
  requestIds.push(question.itemId);
  return { values, requestIds };
}
