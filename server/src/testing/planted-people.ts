import { randomInt } from "node:crypto";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { randomNin, type TestApp, type TestUser } from "./app.ts";
import { canary, type createCanarySources, fieldNamesOf } from "./canary-sources.ts";
import type { LiveFace } from "../providers/live-face/port.ts";
import type { BankAccountFound, BankAccountQuery } from "../providers/bank-accounts/flutterwave-accounts.ts";
import type { PersonFound } from "../providers/source.ts";
import {
  createPlateOwnerSteps,
  internationalPhone,
  newPlate,
  sources as plateSources,
} from "../modules/verification/plate-owner/testing/plate-owner-steps.ts";
import { adultPerson, FakeSource } from "./fakes.ts";
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

const accountHolder = `${canary}-account-holder`;
/** The picture of a live face, as its provider returns it. */
const livePicture = Buffer.from(`${canary}-live-face`).toString("base64");

/** Sources of bank accounts, faces and plates with an owner to ask. */
export const askedSources = () => ({
  ...plateSources(),
  bankAccount: [
    new FakeSource<BankAccountQuery, BankAccountFound>("fake_bank_accounts", (asked) => ({
      kind: "found",
      record: { ...asked, accountName: accountHolder },
    })),
  ],
  ninFace: [
    new FakeSource<{ readonly nin: string; readonly image: string }, PersonFound>("fake_faces", ({ nin }) => ({
      kind: "found",
      record: adultPerson(nin, { fields: { firstname: `${canary}-face-firstname`, photo: livePicture } }),
    })),
  ],
});

/** A provider of captures that has one picture for everyone. */
export const fakeLiveFace: LiveFace = {
  pageOrigin: "https://faces.example.test",
  health: () => ({ state: "up", usualSeconds: 1 }),
  createTicket: () => Promise.resolve(undefined),
  fetchPicture: () => Promise.resolve({ kind: "found", image: livePicture }),
};

/** A bank account, a credit score, a live face and the owner of a plate. */
export async function plantAskedKinds({ app, user, others }: Omit<Scene, "vehicles">): Promise<Planted> {
  const account = String(randomInt(1_000_000_000, 9_999_999_999));
  const [nin, bvn] = [randomNin(), randomNin()];
  others.bvn.respondTo(bvn, { kind: "found", record: adultPerson(bvn) });
  const requestIds: string[] = [];
  for (const search of [
    { account_number: account, bank_code: "50211" },
    { check: "score_band", bvn, crc: true, atLeast: 701 },
    { nin, face: `lf_${"A".repeat(22)}` },
  ]) {
    const bought = await buySearch(app, user, search);
    await payPurchase(user, bought);
    requestIds.push(bought.itemId);
  }
  await app.drainQueue();
  const { body } = await user.get(`/verification/check-consent/${requestIds[0]}`);
  if (!body.includes(accountHolder)) throw new Error(`the bank account was not found: ${body}`);
  const { plateResult, askedResult } = createPlateOwnerSteps(() => app);
  const owner = await askedResult(await plateResult(newPlate(), app, user));
  requestIds.push(owner.itemId, owner.requestId);
  const values = new Set([account, nin, bvn, livePicture, accountHolder, owner.plate, owner.token]);
  for (const phone of spellingsOf(internationalPhone(owner.plate))) values.add(phone);
  return { values, requestIds };
}
