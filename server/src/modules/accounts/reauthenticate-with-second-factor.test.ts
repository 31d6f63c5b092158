import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createAuthenticate } from "./index.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { differentCode, secondFactorActions } from "./second-factor/testing/second-factor-actions.ts";
import { type Kit, openKit, password } from "./testing/kit.ts";

let kit: Kit;
let people: ReturnType<typeof secondFactorActions>;
beforeAll(async () => {
  kit = await openKit();
  people = secondFactorActions(kit);
});
afterEach(() => people.moveClock(0));
afterAll(() => kit.close());

const codeOf = (response: { json(): { code?: string } }) => response.json().code;
const closing = { confirm: "CLOSE", balance: { way: "none" } };

test.each([
  ["/user/export/begin", {}],
  ["/user/close", closing],
] as const)("%s requires the password and the second step [T-10 T-02]", async (path, body) => {
  const ada = await people.newPerson();
  const { secret, recoveryCodes } = await people.withTotp(ada);
  const send = async (proof: object) => {
    const response = await kit.post(path, { ...body, ...proof }, ada.headers);
    return response.statusCode === 200 ? "done" : codeOf(response);
  };
  expect(await send({})).toBe("incorrect_old_password");
  expect(await send({ password: "Wrong-horse-1" })).toBe("incorrect_old_password");
  expect(await send({ password })).toBe("second_factor_wrong");
  expect(await send({ password, code: differentCode(people.codeOf(secret)) })).toBe("second_factor_wrong");
  expect(await send({ password, code: recoveryCodes[0] })).toBe("done");
});

test("rejects a closure whose account was closed since the call began [R-30]", async () => {
  const ada = await people.newPerson();
  const token = ada.headers.authorization.slice("Bearer ".length);
  const caller = await createAuthenticate(kit.deps)({ token, active: true, organisationId: undefined });
  expect((await kit.post("/user/close", { ...closing, password }, ada.headers)).statusCode).toBe(200);
  if (caller === null || caller === "outsider") throw new Error("no caller found");
  const late = await reauthenticate(kit.deps, caller, password);
  expect(late.ok || late.problem.code).toBe("not_signed_in");
});

test("treats the email address of a closed account as a new one [T-04 T-10]", async () => {
  const ada = await people.newPerson();
  expect((await kit.post("/user/close", { ...closing, password }, ada.headers)).statusCode).toBe(200);
  expect((await kit.get("/user/profile", ada.headers)).statusCode).toBe(401);
  expect(codeOf(await kit.signIn({ email: ada.email }))).toBe("incorrect_credentials");

  await kit.openAccount({ email: ada.email });
  expect((await kit.signIn({ email: ada.email })).statusCode).toBe(200);
  const { rows } = await kit.owner.query<{ id: string }>("select id from users where email = $1", [ada.email]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.id).not.toBe(ada.userId);
});

test("rolls back a closure that fails half-way, and accepts a retry [R-30]", async () => {
  const ada = await people.newPerson();
  const send = () => kit.post("/user/close", { ...closing, password }, ada.headers);
  await kit.owner.query("alter table outbox_messages add constraint broken check (kind <> 'account_closed') not valid");
  expect((await send()).statusCode).toBe(500);
  expect((await kit.get("/user/profile", ada.headers)).json<{ email: string }>().email).toBe(ada.email);
  await kit.owner.query("alter table outbox_messages drop constraint broken");
  expect((await send()).statusCode).toBe(200);
});
