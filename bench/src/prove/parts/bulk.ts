import { setTimeout as sleep } from "node:timers/promises";
import { bulkUploadAnswer, bulkUploadPath } from "@idanimo/contract/bulk";
import { textFromMinor } from "@idanimo/contract/money";
import { apiBase } from "@idanimo/contract/operation";
import { createSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import { topUp } from "../../campaign/buyers.ts";
import type { Client } from "../../client.ts";

/** Naira of one top-up, and of one line with all that comes on top. */
const [mostAtOnce, aLine] = [4_000_000, 600];

/** So many numbers of eleven digits from a place in the row on, none twice: plain people, and every fiftieth without a contact. */
export function numbersFrom(first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_one, at) => `${2_000_000 + first + at}${at % 50 === 49 ? "0005" : "1234"}`);
}

/** Buys a file of numbers, each about somebody else. @returns its upload's id */
export async function buyFile(url: string, client: Client, numbers: readonly string[]): Promise<string> {
  for (let naira = numbers.length * aLine; naira > 0; naira -= mostAtOnce)
    await topUp(client, Math.max(1_000, Math.min(naira, mostAtOnce)));
  const { uploadId } = await upload(url, client, numbers);
  const { sessionCode, transactionID, quote } = await client.call(createSession, {
    bulkUploadId: uploadId,
    currency: "NGN",
    purpose: { code: "employment" },
  });
  await client.call(walletPayment, { sessionCode, transactionID, amount: textFromMinor(quote.total) });
  return uploadId;
}

/** Sent anew while the program is too busy. */
async function upload(url: string, client: Client, numbers: readonly string[]) {
  for (;;) {
    const sent = await fetch(url + apiBase + bulkUploadPath, {
      method: "POST",
      headers: { authorization: `Bearer ${client.token}`, "content-type": "text/csv" },
      body: numbers.join("\r\n"),
    });
    const said: unknown = await sent.json();
    if (sent.ok) return bulkUploadAnswer.parse(said);
    if (sent.status !== 503) throw new Error(`a file was refused: ${JSON.stringify(said)}`);
    await sleep(500);
  }
}
