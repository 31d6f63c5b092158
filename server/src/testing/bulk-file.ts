import { randomInt } from "node:crypto";
import { apiBase } from "@idanimo/contract/operation";
import type { LightMyRequestResponse } from "fastify";
import type { TestApp, TestUser } from "./app.ts";

/** Steps of a bulk purchase, for tests that start in the middle. */

/** Different NINs without a reserved ending, new ones in each run. */
export function randomNins(count: number): readonly string[] {
  const first = randomInt(20_000_000, 90_000_000);
  return Array.from({ length: count }, (_one, at) => `${first + at}${randomInt(100, 999)}`);
}

export const uploadBulkFile = (
  app: TestApp,
  user: TestUser,
  payload: string | Buffer,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  app.app.inject({
    method: "POST",
    url: `${apiBase}/verification/bulk`,
    payload,
    headers: { authorization: `Bearer ${user.token}`, "content-type": "text/csv", ...headers },
  });

export type BulkPurchase = {
  readonly uploadId: string;
  readonly sessionCode: string;
  readonly transactionID: string;
  readonly amount: string;
};

export const postSession = (user: TestUser, body: object) =>
  user.post("/verification/session", { currency: "NGN", purpose: { code: "employment" }, ...body });

/** Uploads and checks a file and creates an unpaid purchase of it. */
export async function buyBulkFile(app: TestApp, user: TestUser, numbers: readonly string[]): Promise<BulkPurchase> {
  const taken = await uploadBulkFile(app, user, numbers.join("\r\n"));
  if (taken.statusCode !== 200) throw new Error(`upload rejected: ${taken.body}`);
  const { uploadId } = taken.json<{ uploadId: string }>();
  const made = await postSession(user, { bulkUploadId: uploadId });
  if (made.statusCode !== 200) throw new Error(`no purchase: ${made.body}`);
  const { sessionCode, transactionID, quote } = made.json<BulkPurchase & { quote: { total: number } }>();
  return { uploadId, sessionCode, transactionID, amount: String(quote.total) };
}

export async function payBulkFile(user: TestUser, { sessionCode, transactionID, amount }: BulkPurchase): Promise<void> {
  const paid = await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  if (paid.statusCode !== 200) throw new Error(`not paid: ${paid.body}`);
}

export type Progress = {
  readonly records: number;
  readonly state: string;
  readonly begun: number;
  readonly waiting: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly givenBackAt: string | null;
  readonly badCount: number;
  readonly skippedCount: number;
};

/** The progress of a file as its owner sees it. */
export const readProgress = async (user: TestUser, uploadId: string) =>
  (await user.get(`/verification/bulk/${uploadId}`)).json<Progress>();
