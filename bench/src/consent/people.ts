import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { formatMinor } from "@idanimo/contract/money";
import { createSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import type pg from "pg";
import * as z from "zod/mini";
import { type Client, untilAnswered } from "../client.ts";

/** Whoever waits, asks and is asked in the benchmark of consent. */

const hashOf = (token: string) => createHash("sha256").update(token).digest();
const newToken = () => randomBytes(32).toString("base64url");

/** Adds so many users, each signed in, as rows. @returns their tokens */
export async function addWaiters(owner: pg.Client, count: number): Promise<readonly string[]> {
  const tokens = Array.from({ length: count }, newToken);
  await owner.query(
    `with made as (
       insert into users (id, email, user_type, first_name, last_name, phone, accepted_terms, email_proved_at)
       select gen_random_uuid(), 'waiter-' || n || '@example.test', 'individual', 'Ada', 'Obi', '+2348030000001', 'bench', now()
       from generate_series(1, $1::int) n returning id
     ), numbered as (select id, row_number() over () as n from made)
     insert into sign_ins (id, user_id, token_hash, kind, ends_at)
     select gen_random_uuid(), m.id, t.hash, 'bearer', now() + interval '1 day'
     from numbered m join unnest($2::bytea[]) with ordinality t (hash, n) using (n)`,
    [count, tokens.map(hashOf)],
  );
  return tokens;
}

/** A browser's sign-in of an account. @returns the token of its cookie */
export async function addBrowser(owner: pg.Client, email: string): Promise<string> {
  const token = newToken();
  await owner.query(
    `insert into sign_ins (id, user_id, token_hash, kind, ends_at)
     select gen_random_uuid(), id, $2, 'cookie', now() + interval '1 day' from users where email = $1`,
    [email, hashOf(token)],
  );
  return token;
}

/** A question that waits for an answer, and the token of the link in its message. */
export type Question = { readonly requestId: string; readonly token: string };

const messages = z.array(z.object({ text: z.string() }));

/** Buys look-ups of different people and waits until so many of them were written to. A few more are bought: on a busy machine a source may be too late for some. */
export async function askMany(
  client: Client,
  owner: pg.Client,
  sandbox: string,
  count: number,
): Promise<readonly Question[]> {
  const nins = Array.from(
    { length: Math.ceil(count * 1.02) + 2 },
    (_one, at) => `${30_000_017 + at * 7919}${100 + (at % 900)}`,
  );
  const queue = [...nins];
  const buy = async () => {
    for (let nin = queue.pop(); nin !== undefined; nin = queue.pop()) {
      const search = { nin, purpose: { code: "employment" }, currency: "NGN" } as const;
      const made = await untilAnswered(() => client.call(createSession, search));
      const { sessionCode, transactionID } = made;
      const pay = { sessionCode, transactionID, amount: formatMinor(made.quote.total) };
      await untilAnswered(() => client.call(walletPayment, pay, sessionCode));
    }
  };
  await Promise.all(Array.from({ length: 8 }, buy));
  for (const until = Date.now() + 600_000; ; await sleep(1_000)) {
    const { rows } = await owner.query<{ id: string; hash: string }>(
      "select request_id as id, encode(token_hash, 'hex') as hash from consents where state = 'pending'",
    );
    const requests = new Map(rows.map(({ id, hash }) => [hash, id]));
    const written = messages.parse(await (await fetch(`${sandbox}/inbox/messages`)).json());
    const found = new Map<string, string>();
    for (const { text } of written) {
      const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(text)?.[1];
      const requestId = token === undefined ? undefined : requests.get(hashOf(token).toString("hex"));
      if (token !== undefined && requestId !== undefined) found.set(requestId, token);
    }
    if (found.size >= count) return [...found].slice(0, count).map(([requestId, token]) => ({ requestId, token }));
    if (Date.now() > until) throw new Error(`only ${found.size} of ${count} people were written to`);
  }
}
