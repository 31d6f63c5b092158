import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName, ticketCookieName } from "../../../http/cookies.ts";
import { accountJobs } from "../index.ts";
import { browserHeaders, type Kit, openKit } from "../testing/kit.ts";
import { differentCode, secondFactorActions } from "./testing/second-factor-actions.ts";

let kit: Kit;
let people: ReturnType<typeof secondFactorActions>;
beforeAll(async () => {
  kit = await openKit();
  people = secondFactorActions(kit);
});
afterEach(async () => {
  await people.moveClock(0);
  await kit.owner.query("delete from rate_limits");
  await kit.settle();
});
afterAll(() => kit.close());

const wrongFor = (secret: string) => differentCode(...[-2, -1, 0, 1, 2].map((steps) => people.codeOf(secret, steps)));
const codeOfProblem = (response: { json(): { code?: string } }) => response.json().code;

describe("a sign-in in two steps [LOGIN-08]", () => {
  test("returns a ticket for the password, and a session for ticket and code", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    const first = await kit.signIn({ email: person.email }, browserHeaders);
    expect(first.json()).toEqual({
      secondFactor: true,
      ticket: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expirationDate: expect.any(String),
    });
    expect(first.cookies.map(({ name }) => name)).not.toContain(sessionCookieName);
    const { ticket } = first.json<{ ticket: string }>();
    expect((await kit.get("/user/profile", { authorization: `Bearer ${ticket}` })).statusCode).toBe(401);

    const second = await people.finish(ticket, people.codeOf(secret), browserHeaders);
    expect(second.json()).toMatchObject({ email: person.email, userType: "individual", currency: "NGN" });
    const token = second.cookies.find(({ name }) => name === sessionCookieName)?.value;
    expect(token).toBe(second.json<{ jwtToken: string }>().jwtToken);
    expect((await kit.get("/user/profile", { cookie: `${sessionCookieName}=${token}` })).statusCode).toBe(200);
    expect(second.headers["cache-control"]).toBe("no-store");
  });

  test("accepts a ticket for one sign-in, within five minutes [SESSION-02]", async () => {
    const person = await people.newPerson();
    const { secret, recoveryCodes } = await people.withTotp(person);
    const ticket = await people.ticketOf(person);
    expect((await people.finish(ticket, people.codeOf(secret))).statusCode).toBe(200);
    expect(codeOfProblem(await people.finish(ticket, recoveryCodes[0] ?? ""))).toBe("second_factor_ended");
    expect((await people.finish(await people.ticketOf(person), recoveryCodes[0] ?? "")).statusCode).toBe(200); // not consumed
    const late = await people.ticketOf(person);
    await people.moveClock(60_000 + 301_000);
    expect(codeOfProblem(await people.finish(late, people.codeOf(secret)))).toBe("second_factor_ended");
  });

  test("signs in once for concurrent correct codes on one ticket [SESSION-02]", async () => {
    const person = await people.newPerson();
    const { recoveryCodes } = await people.withTotp(person);
    for (let round = 0; round < 5; round += 1) {
      const ticket = await people.ticketOf(person);
      const codes = recoveryCodes.slice(round * 2, round * 2 + 2);
      const responses = await Promise.all(codes.map((code) => people.finish(ticket, code)));
      expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  test("reads the ticket from its cookie after a redirect, and clears the cookie", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    const cookie = `${ticketCookieName}=${await people.ticketOf(person)}`;
    const code = people.codeOf(secret);
    expect(codeOfProblem(await kit.post("/auth/second-factor", { code }, browserHeaders))).toBe("second_factor_ended");
    const response = await kit.post("/auth/second-factor", { code }, { ...browserHeaders, cookie });
    expect(response.statusCode).toBe(200);
    expect(response.cookies.find(({ name }) => name === ticketCookieName)).toMatchObject({ value: "", path: "/" });
  });

  test("responds to an unknown or missing ticket like to an ended one", async () => {
    for (const ticket of [kit.deps.ids.token(), undefined])
      expect(codeOfProblem(await kit.post("/auth/second-factor", { ticket, code: "123456" }))).toBe(
        "second_factor_ended",
      );
  });

  test("needs one step for an account without an authenticator [ERR-05]", async () => {
    const person = await people.newPerson();
    await people.setUp(person); // created but not confirmed: nothing is on
    expect((await kit.signIn({ email: person.email })).json()).toHaveProperty("jwtToken");
  });
});

describe("guessing a code [T-02]", () => {
  test("ends a ticket after five wrong codes and emails the owner", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    const ticket = await people.ticketOf(person);
    const messages: (string | undefined)[] = [];
    for (let at = 0; at < 5; at += 1) messages.push(codeOfProblem(await people.finish(ticket, wrongFor(secret))));
    expect(messages).toEqual([...Array<string>(4).fill("second_factor_wrong"), "second_factor_ended"]);
    expect(codeOfProblem(await people.finish(ticket, people.codeOf(secret)))).toBe("second_factor_ended");
    expect((await people.mailsTo(person)).at(-1)?.text).toContain("five wrong codes");
  });

  test("evaluates at most five of 200 concurrent guesses on one ticket", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    const ticket = await people.ticketOf(person);
    const wrong = wrongFor(secret);
    const responses = await Promise.all(Array.from({ length: 200 }, () => people.finish(ticket, wrong)));
    const evaluated = responses.filter((response) => codeOfProblem(response) === "second_factor_wrong").length;
    expect(evaluated).toBe(4); // the fifth was evaluated too; its response says that the ticket ended
    const counted = await kit.owner.query<{ points: number }>("select points from rate_limits where key = $1", [
      `login_account:second_step:${person.userId}`,
    ]);
    expect(counted.rows).toEqual([{ points: 5 }]);
    expect(codeOfProblem(await people.finish(ticket, people.codeOf(secret)))).toBe("second_factor_ended");
    expect(await people.mailsTo(person)).toHaveLength(2); // one about turning it on, one about the guesses
  });

  test("locks the account's second step after ten wrong codes on several tickets [T-06]", async () => {
    const [person, other] = [await people.newPerson(), await people.newPerson()];
    const { secret, recoveryCodes } = await people.withTotp(person);
    const { secret: theirs } = await people.withTotp(other);
    const messages: (string | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      const ticket = await people.ticketOf(person);
      for (let at = 0; at < 4; at += 1) messages.push(codeOfProblem(await people.finish(ticket, wrongFor(secret))));
    }
    expect(messages).toEqual([
      ...Array<string>(10).fill("second_factor_wrong"),
      "too_many_requests",
      "too_many_requests",
    ]);
    expect((await people.finish(await people.ticketOf(other), people.codeOf(theirs))).statusCode).toBe(200);
    // its owner can still use a recovery code
    expect((await people.finish(await people.ticketOf(person), recoveryCodes[0] ?? "")).statusCode).toBe(200);
  });

  test("evaluates at most 100 wrong codes a day, on any number of tickets [T-06]", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    let evaluated = 0;
    for (let round = 0; round < 12; round += 1) {
      await people.moveClock(60_000 + round * 901_000);
      const wrong = wrongFor(secret);
      const tickets = [await people.ticketOf(person), await people.ticketOf(person), await people.ticketOf(person)];
      for (const ticket of tickets)
        for (let at = 0; at < 4; at += 1)
          evaluated += codeOfProblem(await people.finish(ticket, wrong)) === "second_factor_wrong" ? 1 : 0;
    }
    expect(evaluated).toBe(100);
  });

  test("does not count correct codes against the account", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    for (let at = 1; at <= 12; at += 1) {
      await people.moveClock(60_000 + at * 30_000);
      expect((await people.finish(await people.ticketOf(person), people.codeOf(secret))).statusCode).toBe(200);
    }
  });
});

describe("a code", () => {
  test("is accepted once, also on concurrent tickets [T-10]", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    const tickets = await Promise.all([1, 2, 3, 4].map(() => people.ticketOf(person)));
    const code = people.codeOf(secret);
    const responses = await Promise.all(tickets.map((ticket) => people.finish(ticket, code)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(codeOfProblem(await people.finish(await people.ticketOf(person), code))).toBe("second_factor_wrong");
  });

  test("is consumed when it turns the authenticator on", async () => {
    const person = await people.newPerson();
    const { secret } = await people.setUp(person);
    const code = people.codeOf(secret);
    expect((await kit.post("/user/totp/confirm", { code }, person.headers)).statusCode).toBe(200);
    expect(codeOfProblem(await people.finish(await people.ticketOf(person), code))).toBe("second_factor_wrong");
  });

  test.each([
    { steps: -2, right: false },
    { steps: -1, right: true },
    { steps: 0, right: true },
    { steps: 1, right: true },
    { steps: 2, right: false },
  ])("from a clock that is $steps steps off is accepted: $right", async ({ steps, right }) => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    await people.moveClock(10 * 60_000 + (15_000 - ((Date.now() + 10 * 60_000) % 30_000))); // the middle of a step
    const response = await people.finish(await people.ticketOf(person), people.codeOf(secret, steps));
    expect(response.statusCode).toBe(right ? 200 : 400);
  });

  test("is rejected if a code of a later step was used", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    expect((await people.finish(await people.ticketOf(person), people.codeOf(secret))).statusCode).toBe(200);
    const before = await people.finish(await people.ticketOf(person), people.codeOf(secret, -1));
    expect(codeOfProblem(before)).toBe("second_factor_wrong");
  });

  test("of another account does not complete a ticket [T-17]", async () => {
    const [person, other] = [await people.newPerson(), await people.newPerson()];
    await people.withTotp(person);
    const theirs = await people.withTotp(other);
    const ticket = await people.ticketOf(person);
    for (const code of [people.codeOf(theirs.secret), theirs.recoveryCodes[0] ?? ""])
      expect(codeOfProblem(await people.finish(ticket, code))).toBe("second_factor_wrong");
    expect((await people.finish(await people.ticketOf(other), theirs.recoveryCodes[0] ?? "")).statusCode).toBe(200);
  });

  test("for recovery is accepted once, in any case and without dashes", async () => {
    const person = await people.newPerson();
    const { recoveryCodes } = await people.withTotp(person);
    const [first = "", second = ""] = recoveryCodes;
    const tickets = await Promise.all([1, 2, 3].map(() => people.ticketOf(person)));
    const responses = await Promise.all(
      tickets.map((ticket) => people.finish(ticket, ` ${first.toUpperCase().replaceAll("-", "")} `)),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await people.finish(await people.ticketOf(person), second)).statusCode).toBe(200);
    expect((await people.auditOf(person)).filter((action) => action === "recovery_code_used")).toHaveLength(2);
    const used = (await people.mailsTo(person)).filter(({ text }) => text?.includes("recovery codes was used"));
    expect(used).toHaveLength(2);
  });
});

test("counts second steps against the address [T-06]", async () => {
  const narrow = await openKit({ wider: 1 });
  const messages = [];
  for (let at = 0; at < 31; at += 1)
    messages.push((await narrow.post("/auth/second-factor", { ticket: "unknown", code: "123456" })).statusCode);
  expect([messages[29], messages[30]]).toEqual([400, 429]);
  await narrow.close();
});

test("deletes expired tickets and challenges", async () => {
  const person = await people.newPerson();
  await people.withTotp(person);
  await people.ticketOf(person);
  await kit.post("/auth/passkey/options", {});
  const waiting = "select ends_at from sign_in_tickets union all select ends_at from passkey_challenges";
  const left = async () => (await kit.owner.query(waiting)).rowCount;
  await accountJobs(kit.deps).forget_registrations();
  expect(await left()).toBeGreaterThan(1);
  await people.moveClock(86_400_000); // later than in any test above
  await accountJobs(kit.deps).forget_registrations();
  expect(await left()).toBe(0);
});

test("rejects a malformed code before anything is counted", async () => {
  const person = await people.newPerson();
  const { secret } = await people.withTotp(person);
  const ticket = await people.ticketOf(person);
  for (const code of ["", "12345", "1234567", "abcd", "' or true --", "12345\u0000"]) {
    const response = await people.finish(ticket, code);
    expect([codeOfProblem(response), response.json<{ fields: object }>().fields]).toEqual([
      "bad_input",
      { code: expect.any(String) },
    ]);
  }
  expect((await people.finish(ticket, people.codeOf(secret))).statusCode).toBe(200);
});

test("completes two pending sign-ins of one person, each with its own code", async () => {
  const person = await people.newPerson();
  const { secret } = await people.withTotp(person);
  const [one, two] = [await people.ticketOf(person), await people.ticketOf(person)];
  expect((await people.finish(one, people.codeOf(secret))).statusCode).toBe(200);
  expect((await people.finish(two, people.codeOf(secret, 1))).statusCode).toBe(200);
});
