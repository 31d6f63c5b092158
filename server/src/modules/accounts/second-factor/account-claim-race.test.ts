import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { claimAccount } from "../claim-account.ts";
import { type Kit, openKit, password } from "../testing/kit.ts";
import { type CeremonyOptions, createPasskeyDevice } from "./testing/passkey-device.ts";
import { secondFactorActions, type SignedInPerson } from "./testing/second-factor-actions.ts";

/**
 * The person who opened an account under another's email address makes calls while its owner claims it: none of
 * them has an effect.
 */

let kit: Kit;
let people: ReturnType<typeof secondFactorActions>;
beforeAll(async () => {
  kit = await openKit();
  people = secondFactorActions(kit);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await people.moveClock(0);
  await kit.settle();
});
afterAll(() => kit.close());

type Options = { readonly challengeId: string; readonly options: CeremonyOptions };
const problemOf = (response: { json(): { code?: string } }) => response.json().code;

/** A person with an unconfirmed email address and a passkey. */
async function stranger() {
  const person = await people.newPerson();
  const device = createPasskeyDevice(kit.deps.publicUrl);
  const options = (await kit.post("/user/passkeys/options", { password }, person.headers)).json<Options>();
  const ready = { challengeId: options.challengeId, response: device.make(options.options), name: "Theirs" };
  await kit.owner.query("update users set email_verified_at = null where id = $1", [person.userId]);
  return { person, device, ready };
}
const keep = ({ headers }: SignedInPerson, ready: object) => kit.post("/user/passkeys", ready, headers);
const claim = (userId: string) => kit.db.transaction("system", (tx) => claimAccount(tx, kit.deps.ids, userId));

/** Starts a claim before the call, and commits it once the call waits for it. */
async function duringClaim<Answer>(userId: string, call: () => Promise<Answer>): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await kit.db.transaction("system", async (tx) => {
    await sql`select from users where id = ${userId} for no key update`.execute(tx);
    answer = call();
    await sleep(400);
    await claimAccount(tx, kit.deps.ids, userId);
  });
  if (!answer) throw new Error("no call was made");
  return answer;
}
const openSignIns = async (userId: string) =>
  (await kit.owner.query("select from sign_ins where user_id = $1 and ended_at is null", [userId])).rowCount;

describe("an account during its claim [T-15]", () => {
  test("accepts no passkey of its opener", async () => {
    const { person, ready } = await stranger();
    const find = kit.keys.find.bind(kit.keys);
    vi.spyOn(kit.keys, "find").mockImplementationOnce(async (id) => {
      await claim(person.userId); // the challenge is consumed, the passkey is not stored yet
      return find(id);
    });
    expect(problemOf(await keep(person, ready))).toBe("not_signed_in");
    expect((await kit.owner.query("select from passkeys where user_id = $1", [person.userId])).rowCount).toBe(0);
  });

  test("rejects a sign-in with a passkey of its opener", async () => {
    const { person, device, ready } = await stranger();
    await keep(person, ready);
    const { challengeId, options } = (await kit.post("/auth/passkey/options", {})).json<Options>();
    const message = { challengeId, response: device.use(options), ipAddress: null };
    const response = await duringClaim(person.userId, () => kit.post("/auth/passkey/login", message));
    expect(problemOf(response)).toBe("passkey_refused");
    expect(await openSignIns(person.userId)).toBe(0);
  });

  test("rejects a second step of its opener", async () => {
    const { person } = await stranger();
    const { recoveryCodes } = await people.withTotp(person);
    const ticket = await people.ticketOf(person);
    const response = await duringClaim(person.userId, () => people.finish(ticket, recoveryCodes[0] ?? ""));
    expect(problemOf(response)).toBe("second_factor_ended");
    expect(await openSignIns(person.userId)).toBe(0);
  });

  test("accepts no phone number of its opener", async () => {
    const { person } = await stranger();
    await kit.owner.query("update users set phone = null where id = $1", [person.userId]);
    const change = () => kit.post("/user/update", { phoneNumber: "+2348030000009" }, person.headers);
    expect(problemOf(await duringClaim(person.userId, change))).toBe("not_signed_in");
    const { rows } = await kit.owner.query("select phone from users where id = $1", [person.userId]);
    expect(rows).toEqual([{ phone: null }]);
  });
});
