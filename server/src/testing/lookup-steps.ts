import { createHmac, randomUUID } from "node:crypto";
import type { Purpose, PurposeCode } from "@idanimo/contract/consent";
import { formatMinor } from "@idanimo/contract/money";
import { apiBase } from "@idanimo/contract/operation";
import { companiesRecord } from "@idanimo/contract/checks/company/record";
import { type RecordPart, selectRecordParts } from "@idanimo/contract/record-parts";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import type { LightMyRequestResponse } from "fastify";
import { tokenHash } from "../kernel/vault.ts";
import type { LookupResult, PersonFound } from "../providers/source.ts";
import { randomNin, type TestApp, type TestPurchase, type TestUser } from "./app.ts";
import { adultPerson } from "./fakes.ts";

/** The steps of a lookup as its users take them, for tests that start in the middle. */

/** Origin of the product's own pages in a demonstration. */
export const ownOrigin = "http://localhost:8080";
/** The secret with which the demonstration's gateway signs its webhooks. */
const gatewaySecret = "sandbox-termii-secret-key";

export type PendingConsent = TestPurchase & {
  readonly phone: string;
  readonly sms: string;
  /** Of the subject's link. */
  readonly token: string;
  /** The six letters of the reply. */
  readonly code: string;
};

/** What a payment needs of an unpaid purchase. */
export type PayablePurchase = Pick<TestPurchase, "sessionCode" | "transactionID" | "amount">;
export type SearchPurchase = PayablePurchase & { readonly itemId: string; readonly itemIds: readonly string[] };

/**
 * Creates an unpaid purchase of any search through the API. `itemId` is its first lookup.
 * @param search its purpose is one that offers the most parts of a BVN or phone record, otherwise employment
 */
export async function buySearch(
  app: Pick<TestApp, "owner">,
  user: Pick<TestUser, "post">,
  search: object,
  currency = "NGN",
): Promise<SearchPurchase> {
  const purpose = { code: "bvn" in search || "phone" in search ? "credit" : "employment" } satisfies Purpose;
  const made = await user.post("/verification/session", { purpose, ...search, currency });
  if (made.statusCode !== 200) throw new Error(`no purchase: ${made.body}`);
  const { sessionCode, transactionID } = made.json<{ sessionCode: string; transactionID: string }>();
  const { rows } = await app.owner.query<{ id: string; total: bigint }>(
    `select i.id, p.total_minor as total from purchases p join purchase_items i on i.purchase_id = p.id
     where p.session_code = $1 order by i.position`,
    [sessionCode],
  );
  const [first] = rows;
  if (!first) throw new Error("a purchase without an item");
  const itemIds = rows.map(({ id }) => id);
  return { sessionCode, transactionID, amount: formatMinor(first.total), itemId: first.id, itemIds };
}

/** Pays from the wallet. */
export async function payPurchase(user: Pick<TestUser, "post">, bought: PayablePurchase): Promise<void> {
  const { sessionCode, transactionID, amount } = bought;
  const paid = await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  if (paid.statusCode !== 200) throw new Error(`not paid: ${paid.body}`);
}

/** Buys and pays a lookup whose source has these responses, and drains the queue. */
export const completeLookup = (
  app: TestApp,
  user: TestUser,
  ...results: readonly LookupResult<PersonFound>[]
): Promise<TestPurchase> => completeLookupFor(app, user, "employment", results);

async function completeLookupFor(
  app: TestApp,
  user: TestUser,
  purpose: PurposeCode,
  results: readonly LookupResult<PersonFound>[],
): Promise<TestPurchase> {
  const first = results[0];
  const nin = first?.kind === "found" ? first.record.number : randomNin();
  const bought = await app.purchase(user, { nin, purpose });
  if (results.length > 0) app.providers.personRecords.respondTo(nin, ...results);
  await payPurchase(user, bought);
  await app.drainQueue();
  return bought;
}

/** Completes a search of one company, if the application has a register of companies (`FakeCompanies`). */
export async function completeCompanySearch(app: TestApp, user: TestUser, currency = "NGN"): Promise<CompanyChoice> {
  const bought = await buySearch(app, user, { rc: randomNin().slice(0, 7) }, currency);
  await payPurchase(user, bought);
  await app.drainQueue();
  const seen = await user.get(`/verification/check-consent/${bought.itemId}`);
  const [company] = companiesRecord.parse(seen.json<{ data: unknown }>().data).companies;
  if (!company) throw new Error("a search without a company");
  return { requestId: bought.itemId, cacId: company.cacid };
}

/** Buys a lookup whose subject is asked by SMS. */
export async function requestConsent(
  app: TestApp,
  user: TestUser,
  but: Parameters<typeof adultPerson>[1] = {},
  purpose: PurposeCode = "employment",
): Promise<PendingConsent> {
  const nin = randomNin();
  const record = adultPerson(nin, but);
  const bought = await completeLookupFor(app, user, purpose, [{ kind: "found", record }]);
  const phone = record.subject.contact.phone ?? "";
  const sms = app.providers.sms.sent.findLast((message) => message.to === phone)?.text ?? "";
  const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(sms)?.[1];
  const code = /YES ([A-Z0-9]{6})/.exec(sms)?.[1];
  if (!token || !code) throw new Error(`the subject was not asked: ${sms}`);
  return { ...bought, phone, sms, token, code };
}

/** Opens the subject's page. */
export const openSubjectPage = (app: TestApp, token: string): Promise<LightMyRequestResponse> =>
  app.app.inject({ url: `/consent/${token}` });

/**
 * Submits a decision on the subject's page.
 * @param ticked the optional parts to add; none by default
 */
export const submitDecision = (
  app: TestApp,
  token: string,
  action: "grant" | "deny" | "withdraw",
  headers: Record<string, string> = { origin: ownOrigin, "sec-fetch-site": "same-origin" },
  ticked: readonly RecordPart[] = [],
): Promise<LightMyRequestResponse> =>
  submitForm(app, `${token}/${action}`, action === "grant" ? ticked.map((part) => ["part", part]) : [], headers);

/** Grants on the subject's page, with every part that the request offers. */
export async function grantAllParts(app: TestApp, token: string): Promise<LightMyRequestResponse> {
  const { rows } = await app.owner.query<{ offered: string[] }>(
    "select parts_offered as offered from consents where $1 in (token_hash, mail_token_hash)",
    [tokenHash(token)],
  );
  return submitDecision(app, token, "grant", undefined, selectRecordParts(rows[0]?.offered ?? []));
}

/** Sends a form of the subject's pages, as a browser does. */
export const submitForm = (
  app: TestApp,
  path: string,
  fields: readonly (readonly [name: string, value: string])[],
  headers: Record<string, string> = { origin: ownOrigin, "sec-fetch-site": "same-origin" },
): Promise<LightMyRequestResponse> =>
  app.app.inject({
    method: "POST",
    url: `/consent/${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
  });

type SigningOptions = { readonly secret?: string; readonly signature?: string | null };

/** Sends a webhook of the SMS gateway, signed over its bytes by default. */
export function postGatewayNotice(
  app: TestApp,
  path: string,
  notice: object,
  { secret = gatewaySecret, signature }: SigningOptions = {},
): Promise<LightMyRequestResponse> {
  const payload = JSON.stringify(notice);
  const signed = signature ?? createHmac("sha512", secret).update(payload).digest("hex");
  return app.app.inject({
    method: "POST",
    url: apiBase + path,
    payload,
    headers: { "content-type": "application/json", ...(signature !== null && { "x-termii-signature": signed }) },
  });
}

/** An inbound text message as the gateway sends it. */
export const inboundSms = (from: string, message: string, but: object = {}) => ({
  type: "inbound",
  id: randomUUID(),
  message_id: randomUUID(),
  sender: from.replace("+", ""),
  receiver: "Idanimo",
  message,
  received_at: new Date().toISOString(),
  channel: "sms",
  ...but,
});

/** Sends the subject's SMS reply through the gateway. */
export const replyBySms = (app: TestApp, from: string, text: string) =>
  postGatewayNotice(app, "/sms/receive", inboundSms(from, text));

/** Sends the gateway's delivery report of the last text message. */
export const reportLastSms = (app: TestApp, status: "Delivered" | "Message Failed") => {
  const message_id = `message-${app.providers.sms.sent.length}`;
  return postGatewayNotice(app, "/sms/status/termii", { type: "outbound", id: message_id, message_id, status });
};

/**
 * Sets the clock relative to a time in a row: `setClockRelativeTo(app, "select deadline from ...", [id], -1)` is a
 * second before it.
 */
export async function setClockRelativeTo(
  app: TestApp,
  sql: string,
  values: readonly unknown[],
  seconds: number,
): Promise<void> {
  const found = await app.owner.query<{ at: Date }>(sql, [...values]);
  const at = found.rows[0]?.at;
  if (!at) throw new Error("no such time");
  // fixed at this time, so that a slow machine cannot pass it
  await app.owner.query(
    `create or replace function product_now() returns timestamptz language sql stable parallel safe
     as $$ select timestamptz '${new Date(at.getTime() + seconds * 1000).toISOString()}' $$`,
  );
}

/** Reads the state of a request from the tables. */
export async function readRequestState(app: TestApp, requestId: string) {
  const found = await app.owner.query<{ item: string; outcome: string | null; consent: string | null }>(
    `select i.state as item, i.outcome, c.state as consent from purchase_items i left join consents c on c.request_id = i.id
     where i.id = $1`,
    [requestId],
  );
  return found.rows[0];
}
