import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { deviceCookieName } from "../../http/cookies.ts";
import { openPool } from "../../database/pools.ts";
import { freshEmail, browserHeaders, type Kit, openKit, password } from "./testing/kit.ts";

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterEach(() => kit.settle());
afterAll(() => kit.close());

/** Dumps every table of a database, with bytes as hexadecimal digits. */
async function dumpOf(url: string): Promise<string> {
  const pool = openPool({ url, size: 1, name: "test-dump", onConnectionError: () => {} });
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    parts.push(...rows.rows.map(({ row }) => row));
  }
  await pool.end();
  expect(tables.rows.length).toBeGreaterThan(0);
  return parts.join("\n");
}

test("stores no code, token, password or device token in clear [T-03 T-09 T-12]", async () => {
  const secrets = new Map<string, string>([["password", password]]);
  const email = freshEmail();
  const id = await kit.signUp({ email });
  secrets.set("code by mail", await kit.codeOf(id, "mail")).set("code by SMS", await kit.codeOf(id, "sms"));
  const dumps = [await dumpOf(kit.url)]; // while the code is valid
  await kit.post("/auth/activation", { id, code: await kit.codeOf(id, "sms") });
  const userId = (await kit.owner.query<{ id: string }>("select id from users where email = $1", [email])).rows[0]?.id;

  const signedIn = await kit.signIn({ email }, browserHeaders);
  secrets.set("sign-in", signedIn.json<{ jwtToken: string }>().jwtToken);
  secrets.set("device", signedIn.cookies.find(({ name }) => name === deviceCookieName)?.value ?? "none");
  await kit.post("/auth/fpassword", { email, captcha: await kit.solve("fpassword") });
  const texts = (await kit.messages(userId ?? "")).map(({ text }) => text ?? "").join("\n");
  secrets.set("confirming link", /email-confirm#([\w-]{43})/.exec(texts)?.[1] ?? "none");
  secrets.set("reset link", /reset-password\/[^/]+\/([\w-]{43})/.exec(texts)?.[1] ?? "none");
  dumps.push(await dumpOf(kit.url), await dumpOf(kit.keysUrl));

  const everything = dumps.join("\n");
  expect(everything).toContain(email); // the dump contains data
  expect([...secrets.values()].filter((secret) => secret === "none" || secret.length < 6)).toEqual([]);
  for (const [what, secret] of secrets) {
    const spellings = [secret, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64")];
    // six digits occur in many times and hashes, so search for the code as a complete value
    const isIn = (one: string) =>
      /^\d{6}$/.test(one) ? new RegExp(`(?<![\\w.])${one}(?![\\w.])`).test(everything) : everything.includes(one);
    const found = spellings.filter(isIn);
    expect([what, found]).toEqual([what, []]);
  }
});
