import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { bulkUploadAnswer, bulkUploadPath } from "@idanimo/contract/bulk";
import { textFromMinor } from "@idanimo/contract/money";
import { apiBase } from "@idanimo/contract/operation";
import { recordPartIds } from "@idanimo/contract/record-parts";
import { createSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { topUp } from "../campaign/buyers.ts";
import { signIn } from "../client.ts";
import { stop } from "../program.ts";
import type { Product } from "./product.ts";

/** Records that people agreed to, each by the form of their own page, and their end by the product's clock alone. */

const email = "bright@example.test";
/** Naira of one top-up. */
const mostAtOnce = 1_000_000;
const messages = z.array(z.object({ id: z.string(), text: z.string() }));
const seen = z.object({ data: z.nullable(z.unknown()), searchValue: z.string() });

/** Says yes for everybody who is written to, until so many have. */
async function agree(sandboxUrl: string, url: string, count: number): Promise<void> {
  const done = new Set<string>();
  const body = new URLSearchParams(recordPartIds.map((part): [string, string] => ["part", part])).toString();
  for (const until = Date.now() + 3_600_000; done.size < count; await sleep(500)) {
    const all = messages.parse(await (await fetch(`${sandboxUrl}/inbox/messages`)).json());
    const links = all.flatMap(({ text }) => /\/consent\/([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? []);
    const fresh = [...new Set(links)].filter((token) => !done.has(token));
    const one = async () => {
      for (let token = fresh.pop(); token !== undefined; token = fresh.pop()) {
        const answer = await fetch(`${url}/consent/${token}/grant`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body,
          redirect: "manual",
        });
        if (answer.status === 503) continue; // too busy: the person presses again, when the inbox is read anew
        if (answer.status >= 400) throw new Error(`a yes was answered with ${answer.status}`);
        done.add(token);
      }
    };
    await Promise.all(Array.from({ length: 8 }, one));
    if (Date.now() > until) throw new Error(`only ${done.size} of ${count} people were written to`);
  }
}

/** What an account sees of its requests: how many records, and how many whole numbers on any path. */
async function look(url: string, token: string, ids: readonly string[], nins: ReadonlySet<string>) {
  const headers = { authorization: `Bearer ${token}` };
  const queue = [...ids];
  const found = { records: 0, numbers: 0, listed: 0 };
  const one = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const answer = await fetch(`${url}${apiBase}/verification/check-consent/${id}`, { headers });
      const told = seen.parse(await answer.json());
      if (told.data !== null) found.records += 1;
      if (nins.has(told.searchValue)) found.numbers += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  const csv = await (await fetch(`${url}${apiBase}/user/history.csv`, { headers })).text();
  found.listed = [...csv.matchAll(/\d{11}/g)].filter(([nin]) => nins.has(nin)).length;
  return found;
}

/**
 * Asks for so many people by one bulk file, lets each agree, and moves the clock to a second before the first end and a second
 * after the last one; meanwhile no job runs. @returns what was seen then
 */
export async function measureExpiries(product: Product, count: number) {
  const sandbox = await product.startSandbox();
  const sandboxUrl = `http://127.0.0.1:${product.sandboxPort}`;
  const { server, url } = await product.start("api,jobs");
  const client = await signIn(url, email, "Example-1-password");
  for (let naira = count * 600; naira > 0; naira -= mostAtOnce)
    await topUp(client, Math.max(1_000, Math.min(naira, mostAtOnce)));
  const nins = new Set(Array.from({ length: count }, (_one, at) => String(40_000_000_017 + at * 5_900_003)));
  const sent = await fetch(url + apiBase + bulkUploadPath, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}`, "content-type": "text/csv" },
    body: [...nins].join("\r\n"),
  });
  const { uploadId } = bulkUploadAnswer.parse(await sent.json());
  const made = await client.call(createSession, {
    bulkUploadId: uploadId,
    currency: "NGN",
    purpose: { code: "employment" },
  });
  const { sessionCode, transactionID } = made;
  await client.call(walletPayment, { sessionCode, transactionID, amount: textFromMinor(made.quote.total) });
  const found = () =>
    product.owner.query<{ id: string; first: Date; last: Date }>(
      `select request_id as id, min(gone_at) over () as first, max(gone_at) over () as last from consents where state = 'granted'`,
    );
  const reserved = [...nins].filter((nin) => /00(0\d|1[0-2])$/.test(nin)).length; // made-up failures of the sandbox
  await agree(sandboxUrl, url, count - reserved);
  await stop(server);
  await stop(sandbox);
  const { rows } = await found();
  const [{ first, last } = { first: new Date(0), last: new Date(0) }] = rows;
  const token = randomBytes(32).toString("base64url");
  await product.owner.query(
    `insert into sign_ins (id, user_id, token_hash, kind, ends_at)
     select gen_random_uuid(), id, $2, 'bearer', now() + interval '1 year' from users where email = $1`,
    [email, createHash("sha256").update(token).digest()],
  );
  const reading = await product.start("api"); // no job runs from here on
  const ids = rows.map(({ id }) => id);
  const at = async (moment: Date, seconds: number) => {
    await product.setClock(new Date(moment.getTime() + seconds * 1000));
    return look(reading.url, token, ids, nins);
  };
  const before = await at(first, -1);
  const after = await at(last, 1);
  await product.setClock("now");
  await stop(reading.server);
  return { granted: ids.length, before, after };
}
