import { randomInt } from "node:crypto";
import { expect } from "vitest";
import type { PlateFound } from "../../../../providers/source.ts";
import type { TestApp, TestUser } from "../../../../testing/app.ts";
import { canary } from "../../../../testing/canary-sources.ts";
import { FakeSource } from "../../../../testing/fakes.ts";
import { buySearch, payPurchase, type SearchPurchase } from "../../../../testing/lookup-steps.ts";
import { missingNames } from "../../../../testing/record-states.ts";

/** Steps of tests that buy a registration number and ask the owner of the vehicle. [CL-15] */

const ownerFields = "first_name middle_name last_name address lga state".split(" ");
export const ownerNames = [...ownerFields, "phone"].map((name) => `owner_${name}`);
/** The phone number of a plate's owner; none for a plate that starts with Q. */
export const phoneOf = (plate: string) =>
  `0806${plate.slice(3, 6)}${String(plate.charCodeAt(6))}${plate.charCodeAt(7)}`;
export const internationalPhone = (plate: string) => `+234${phoneOf(plate).slice(1)}`;

const plates = new FakeSource<string, PlateFound>("fake_plates", (plate) => ({
  kind: "found",
  record: {
    plate,
    fields: {
      make: "LEXUS",
      model: "RX 350",
      ...Object.fromEntries(ownerFields.map((name) => [`owner_${name}`, `${canary}-${name}`])),
      ...(plate.startsWith("Q") ? { owner_phone: "none" } : { owner_phone: phoneOf(plate) }),
    },
  },
}));
export const newPlate = (first = "LAG") =>
  `${first}${randomInt(100, 999)}${String.fromCharCode(randomInt(65, 91), randomInt(65, 91))}`;
export const sources = () => ({ plate: [plates] });

type PlateResult = SearchPurchase & { readonly user: TestUser; readonly plate: string };
type OwnerState = { state: string; requestId: string | null; outcome: string | null; goneAt: string; deadline: string };
export type Seen = { data: Record<string, unknown>; withheld: string[]; plateOwner: OwnerState; goneAt: string };

export const ask = ({ user, itemId }: PlateResult, code = "sale", headers = {}) =>
  user.post("/verification/ask-owner", { requestId: itemId, purpose: { code } }, headers);
export const look = async ({ user, itemId }: PlateResult) =>
  (await user.get(`/verification/check-consent/${itemId}`)).json<Seen>();
export const targetOf = ({ itemId, sessionCode, transactionID, amount, plate }: PlateResult) => ({
  ...missingNames,
  requestId: itemId,
  sessionCode,
  transactionID,
  amount,
  value: plate,
});
export const auth = ({ user }: PlateResult) => ({ authorization: `Bearer ${user.token}` });

/** Steps that need the application. @param app returns the application, which may start later */
export function createPlateOwnerSteps(app: () => TestApp) {
  async function plateResult(plate = newPlate(), of = app(), buyer?: TestUser): Promise<PlateResult> {
    const user = buyer ?? (await of.user({ NGN: 10_000_00n }));
    const bought = await buySearch(of, user, { license_number: plate });
    await payPurchase(user, bought);
    await of.drainQueue();
    return { ...bought, user, plate };
  }
  const messagesTo = (plate: string) => app().providers.sms.sent.filter(({ to }) => to === internationalPhone(plate));

  /** Asks the owner, and reads what the owner received. */
  async function askedResult(result: PlateResult) {
    const response = await ask(result);
    if (response.statusCode !== 200) throw new Error(`not asked: ${response.body}`);
    await app().drainQueue();
    const sms = messagesTo(result.plate).at(-1)?.text ?? "";
    const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(sms)?.[1] ?? "";
    const code = /YES ([A-Z0-9]{6})/.exec(sms)?.[1] ?? "";
    return { ...result, requestId: response.json<{ requestId: string }>().requestId, sms, token, code };
  }
  const keysOf = async (requestId: string) =>
    (await app().owner.query<{ key_id: string }>("select key_id from result_parts where request_id = $1", [requestId]))
      .rows;

  /** Resets the clock, runs what is queued, and checks that no job failed and all invariants are true. */
  async function verifyAfterTest(): Promise<void> {
    await app().setClockOffset(0);
    await app().drainQueue();
    await app().checkInvariants();
    expect(app().jobFailures()).toEqual([]);
  }
  return { plateResult, messagesTo, askedResult, keysOf, verifyAfterTest };
}
