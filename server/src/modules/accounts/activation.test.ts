import { hash, randomInt } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { freshEmail, sortedStrings, individualForm, type Kit, openKit } from "./testing/kit.ts";
import { hashActivationCode } from "./sign-up-messages.ts";

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterEach(() => kit.settle());
afterAll(() => kit.close());

const minutes = (count: number) => Math.round(count * 60_000);
const activate = (id: string, code: string) => kit.post("/auth/activation", { id, code });
const wordOf = async (response: Promise<{ json(): { code?: string; result?: string } }>) => {
  const { code, result } = (await response).json();
  return code ?? result;
};
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const usersOf = async (email: string) =>
  (await kit.owner.query("select id from users where email = $1", [email])).rows.length;

test("rejects 20,000 codes sent without an id, or with a wrong or unknown id [T-01]", async () => {
  // 1,000 pending sign-ups, each with its own code
  const waiting = Array.from({ length: 1_000 }, () => ({ id: randomIds.publicId(), code: randomIds.digits(6) }));
  await kit.owner.query(
    `insert into registrations (id, email, known, user_type, password_hash, code_hash, mail_code_hash, code_ends_at, attempts_left, accepted_terms, ends_at)
     select id, 'waiting' || n || '@example.test', false, 'individual', '', hash, hash, product_now() + interval '10 minutes', 5, 'x',
       product_now() + interval '1 day'
     from unnest($1::uuid[], $2::bytea[]) with ordinality as rows (id, hash, n)`,
    [waiting.map(({ id }) => id), waiting.map(({ id, code }) => hashActivationCode(kit.deps, id, code))],
  );
  const answers = new Set<string>();
  const attempts: (() => Promise<void>)[] = [];
  for (const [at, own] of waiting.entries()) {
    const foreign = waiting[(at + 1 + randomInt(998)) % 1_000] ?? own;
    const code = foreign.code === own.code ? other(own.code) : foreign.code;
    for (const id of [own.id, own.id, own.id, own.id, own.id, randomIds.publicId()])
      attempts.push(async () => {
        const response = await activate(id, code);
        answers.add(`${response.statusCode} ${response.body}`);
      });
    for (const without of [code, own.code, ...Array.from({ length: 12 }, () => randomIds.digits(6))])
      attempts.push(async () => {
        const response = await kit.get(`/auth/activation/${without}`); // some of these codes are correct
        expect(response.statusCode).toBe(400);
        expect(response.json()).toMatchObject({ code: "bad_input" });
      });
  }
  expect(attempts).toHaveLength(20_000);
  const lanes = Array.from({ length: 8 }, async () => {
    for (let next = attempts.pop(); next; next = attempts.pop()) await next();
  });
  await Promise.all(lanes);
  expect(answers.size).toBe(1); // a code of another sign-up and an unknown id get the same response
  expect([...answers][0]).toContain("code_wrong");
  const opened = await kit.owner.query("select from registrations where activated_at is not null");
  expect([opened.rowCount, (await kit.owner.query("select from users")).rowCount]).toEqual([0, 0]);
  await kit.owner.query("delete from registrations where email like 'waiting%'");
}, 120_000);

test("evaluates five of 200 concurrent guesses [T-02]", async () => {
  const id = await kit.signUp();
  const code = await kit.codeOf(id);
  const words = await Promise.all(Array.from({ length: 200 }, () => wordOf(activate(id, other(code)))));
  expect(words.filter((word) => word === "code_wrong")).toHaveLength(5);
  expect(words.filter((word) => word === "code_ended")).toHaveLength(195);
  expect(await wordOf(activate(id, code))).toBe("code_ended"); // the correct code comes too late
});

test("accepts the correct code at the fifth attempt [T-01]", async () => {
  const id = await kit.signUp();
  const code = await kit.codeOf(id);
  for (let at = 0; at < 4; at += 1) expect(await wordOf(activate(id, other(code)))).toBe("code_wrong");
  expect(await wordOf(activate(id, code))).toBe("user activated");
});

test("rejects a code after ten minutes and after its first use [T-01]", async () => {
  const [late, used] = [await kit.signUp({ email: freshEmail() }), await kit.signUp({ email: freshEmail() })];
  const [lateCode, usedCode] = [await kit.codeOf(late), await kit.codeOf(used)];
  expect(await wordOf(activate(used, usedCode))).toBe("user activated");
  expect(await wordOf(activate(used, usedCode))).toBe("code_ended");
  await kit.setClockOffset(minutes(10) + 1_000);
  expect(await wordOf(activate(late, lateCode))).toBe("code_ended");
});

test("activates through GET with the id in the query, uncached [API-06 OTP-06]", async () => {
  const id = await kit.signUp();
  const response = await kit.get(`/auth/activation/${await kit.codeOf(id)}?id=${id}`);
  expect([response.statusCode, response.json(), response.headers["cache-control"]]).toEqual([
    200,
    { result: "user activated" },
    "no-store",
  ]);
});

test("opens one account with two wallets for concurrent activations with one code", async () => {
  const email = freshEmail();
  const id = await kit.signUp({ email });
  const code = await kit.codeOf(id);
  const words = await Promise.all(Array.from({ length: 5 }, () => wordOf(activate(id, code))));
  expect(words).toContain("user activated");
  expect(words.filter((word) => word !== "user activated" && word !== "code_ended")).toEqual([]);
  const owned = await kit.owner.query<{ currency: string; balance_minor: bigint }>(
    "select a.currency, a.balance_minor from ledger_accounts a join users u on u.id = a.owner_id where u.email = $1 order by 1",
    [email],
  );
  expect(owned.rows).toEqual([
    { currency: "NGN", balance_minor: 0n },
    { currency: "USD", balance_minor: 0n },
  ]);
});

test("opens one account per email address: the first code entered wins [T-15]", async () => {
  const email = freshEmail();
  const ids = [await kit.signUp({ email }), await kit.signUp({ email }), await kit.signUp({ email })];
  const codes = await Promise.all(ids.map((id) => kit.codeOf(id)));
  const words = await Promise.all(ids.map((id, at) => wordOf(activate(id, codes[at] ?? ""))));
  expect(sortedStrings(words)).toEqual(["code_wrong", "code_wrong", "user activated"]);
  expect(await usersOf(email)).toBe(1);
  const left = await kit.owner.query(
    "select from registrations where email = $1 and (password_hash is not null or code_hash is not null or mail_code_hash is not null)",
    [email],
  );
  expect(left.rowCount).toBe(0);
});

test("destroys the sign-up's key at activation [T-53]", async () => {
  const id = await kit.signUp();
  expect(await kit.keys.find(id)).toBeDefined();
  await activate(id, await kit.codeOf(id));
  expect(await kit.keys.find(id)).toBeUndefined();
});

test("sends a new code once a minute and five times an hour, with the time to wait [T-05]", async () => {
  const id = await kit.signUp();
  const resend = () => kit.get(`/auth/resendtotp/${id}`);
  const early = await resend();
  expect([early.statusCode, early.json()]).toMatchObject([429, { code: "resend_too_soon" }]);
  expect(early.json<{ message: string }>().message).toMatch(/in (5[5-9]|60) seconds/);
  const sent = [];
  for (let minute = 1; minute <= 8; minute += 1) {
    await kit.setClockOffset(minutes(minute * 1.1));
    sent.push((await resend()).statusCode);
  }
  expect(sent).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
  expect((await resend()).json<{ message: string }>().message).toMatch(/in 5[0-9] minutes/);
  await kit.setClockOffset(minutes(61));
  expect((await resend()).json()).toEqual({ result: "success" });
});

test("sends four new codes for 500 requests spread over an hour [T-05]", async () => {
  const id = await kit.signUp();
  const sent: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    await kit.setClockOffset(minutes(round * 1.15));
    const responses = await Promise.all(Array.from({ length: 10 }, () => kit.get(`/auth/resendtotp/${id}`)));
    sent.push(...responses.map(({ statusCode }) => statusCode).filter((status) => status === 200));
  }
  expect(sent).toHaveLength(4);
  const messages = await kit.messages(id);
  expect(messages.filter(({ channel }) => channel === "sms").length).toBeLessThanOrEqual(5);
  expect(messages.filter(({ channel }) => channel === "mail")).toHaveLength(5);
});

test("sends codes by email alone once the global SMS limit is reached [T-05]", async () => {
  const small = await openKit({ points: { code_texts: 3 } });
  const channels = [];
  for (let at = 0; at < 5; at += 1) {
    const id = await small.signUp({ email: freshEmail(), phoneNumber: `+23480300001${10 + at}` });
    channels.push(
      (await small.messages(id))
        .map(({ channel }) => channel)
        .sort()
        .join(" "),
    );
  }
  expect(channels).toEqual(["mail sms", "mail sms", "mail sms", "mail", "mail"]);
  await small.close();
});

test("sends one code for 500 concurrent resend requests [T-05]", async () => {
  const id = await kit.signUp();
  await kit.setClockOffset(minutes(2));
  const responses = await Promise.all(Array.from({ length: 500 }, () => kit.get(`/auth/resendtotp/${id}`)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect((await kit.messages(id)).filter(({ channel }) => channel === "mail")).toHaveLength(2);
});

test("replaces the previous code and resets the attempts on resend [API-07 OTP-08 T-01]", async () => {
  const id = await kit.signUp();
  const first = await kit.codeOf(id);
  for (let at = 0; at < 5; at += 1) await activate(id, other(first));
  await kit.setClockOffset(minutes(2));
  expect((await kit.get(`/auth/resendtotp/${id}`)).json()).toEqual({ result: "success" });
  const second = await kit.codeOf(id);
  const stale = first === second ? other(second) : first; // the same code may be drawn twice
  expect(await wordOf(activate(id, stale))).toBe("code_wrong");
  expect(await wordOf(activate(id, second))).toBe("user activated");
});

test("rejects a resend alike for an expired, used or unknown sign-up", async () => {
  const [used, old] = [await kit.signUp({ email: freshEmail() }), await kit.signUp({ email: freshEmail() })];
  await activate(used, await kit.codeOf(used));
  await kit.setClockOffset(minutes(24 * 60 + 1));
  const responses = await Promise.all([used, old, randomIds.publicId()].map((id) => kit.get(`/auth/resendtotp/${id}`)));
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  expect(responses[0]?.json()).toMatchObject({ code: "code_ended" });
});

test("resends a known address's sign-up as a notice, never as a code [T-04]", async () => {
  const email = await kit.openAccount();
  const id = await kit.signUp({ ...individualForm(), email });
  expect((await kit.get(`/auth/resendtotp/${id}`)).json()).toMatchObject({ code: "resend_too_soon" });
  await kit.setClockOffset(minutes(2));
  expect((await kit.get(`/auth/resendtotp/${id}`)).json()).toEqual({ result: "success" });
  expect((await kit.messages(id)).map(({ kind }) => kind)).toEqual(["known_email", "known_email"]);
});

test("stores hashes that match none of the million codes without the pepper [T-03]", async () => {
  const id = await kit.signUp();
  const stored = await kit.owner.query<{ code_hash: Buffer; mail_code_hash: Buffer }>(
    "select code_hash, mail_code_hash from registrations where id = $1",
    [id],
  );
  const hashes = new Set(Object.values(stored.rows[0] ?? {}).map((hash: Buffer | null) => hash?.toString("hex")));
  const code = await kit.codeOf(id);
  expect(hashes).toContain(hashActivationCode(kit.deps, id, code).toString("hex")); // with the pepper, the correct code matches
  let found = 0;
  for (let at = 0; at < 1_000_000; at += 1) {
    const guess = String(at).padStart(6, "0");
    if (hashes.has(hash("sha256", `activation|${id}|${guess}`))) found += 1;
  }
  expect(found).toBe(0);
}, 60_000);

test("hashes the same code of two sign-ups differently [T-03]", () => {
  const [one, other] = [randomIds.publicId(), randomIds.publicId()].map((id) =>
    hashActivationCode(kit.deps, id, "123456"),
  );
  expect(one).not.toEqual(other);
});
