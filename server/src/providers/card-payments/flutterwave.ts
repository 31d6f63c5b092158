import { brand } from "@idanimo/contract/brand";
import { parseMinor, formatMinor } from "@idanimo/contract/money";
import { secretsEqual } from "../../kernel/vault.ts";
import { joinUrl, type ProviderClient, defaultFault } from "../provider-client.ts";
import type { HttpResponse } from "../http-client.ts";
import { membersOf, parseWireJson, wireText } from "../wire-json.ts";
import { listTransactions } from "./flutterwave-transactions.ts";
import type { CardPayments, OpenedPage, PaymentOrder, ProviderPaymentStatus } from "./port.ts";

/** Flutterwave, version 3. */

export type FlutterwaveSettings = {
  readonly baseUrl: string;
  readonly pageOrigin: string;
  readonly secretKey: string;
  /** What a webhook's `verif-hash` must equal. */
  readonly secretHash: string;
  /**
   * Rejects test money in production, whatever the key looks like. A live key, `FLWSECK-`, never counts test money
   * either.
   */
  readonly rejectsTestMoney?: boolean;
};

const paymentOptions = "card, mobilemoney, ussd, account, banktransfer, barter, nqr";
const shopTitle = brand.name;
const openTimeoutMs = 20_000;
const queryTimeoutMs = 15_000;
const maxSessionMinutes = 1_440;

export function flutterwave(client: ProviderClient, settings: FlutterwaveSettings): CardPayments {
  const headers = { authorization: `Bearer ${settings.secretKey}` };
  const isLive = settings.rejectsTestMoney === true || settings.secretKey.startsWith("FLWSECK-");

  return {
    name: "flutterwave",
    pageOrigin: settings.pageOrigin,

    async openPage(order) {
      const url = joinUrl(settings.baseUrl, "payments");
      const end = await client.request({
        method: "POST",
        url,
        headers,
        body: requestBodyOf(order),
        totalMs: openTimeoutMs,
      });
      return end.kind === "response" ? parseOpenedPage(end, settings.pageOrigin) : { kind: "failed", why: end.why };
    },

    async queryPayment(reference) {
      const path = `transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`;
      const question = {
        method: "GET",
        url: joinUrl(settings.baseUrl, path),
        headers,
        totalMs: queryTimeoutMs,
      } as const;
      const end = await client.request(question, (response) =>
        isUnknownPayment(response) ? undefined : defaultFault(response),
      );
      return end.kind === "response" ? parsePaymentStatus(end, reference, isLive) : { kind: "unreachable" };
    },

    listTransactions(day) {
      return listTransactions(
        client,
        { baseUrl: settings.baseUrl, headers, isTestTransaction: (row) => isLive && isTestTransaction(row) },
        day,
      );
    },

    readNotice(given, rawBody) {
      const hash = given["verif-hash"];
      if (settings.secretHash === "" || typeof hash !== "string" || !secretsEqual(hash, settings.secretHash))
        return undefined;
      const parsed = parseWireJson(rawBody.toString());
      if (typeof parsed !== "object") return undefined;
      const body = membersOf(parsed.value);
      const data = membersOf(body["data"]);
      // integrations still receive an older shape with top-level members and no event
      const reference = wireText(data["tx_ref"]) ?? wireText(body["txRef"]);
      const event = parseEvent(body["event"]) ?? (reference === undefined ? "unknown" : "charge.completed");
      if (!event.startsWith("charge.")) return { kind: "other", event };
      if (isLive && isTestTransaction(data)) return { kind: "other", event: "test_mode" };
      return reference === undefined || reference.length > 100
        ? { kind: "other", event: "charge.no_reference" }
        : { kind: "charge", reference };
    },
  };
}

/** The event of a webhook, undefined without one. It is logged, so anything but dotted words becomes `unknown`. */
function parseEvent(wire: unknown): string | undefined {
  const event = wireText(wire)?.toLowerCase();
  return event === undefined || /^[a-z_]{1,30}(\.[a-z_]{1,30}){0,3}$/.test(event) ? event : "unknown";
}

function requestBodyOf({ reference, amount, description, returnTo, payer, lifeMinutes }: PaymentOrder) {
  return {
    tx_ref: reference,
    amount: Number(formatMinor(amount.minor)), // JSON prints the same decimal: 15 digits are exact
    currency: amount.currency,
    redirect_url: returnTo,
    payment_options: paymentOptions,
    session_duration: Math.min(maxSessionMinutes, Math.max(1, Math.round(lifeMinutes))),
    customer: { email: payer.email, name: payer.name, ...(payer.phone && { phonenumber: payer.phone }) },
    customizations: { title: shopTitle, description },
  };
}

/** Rejects a link to anything but the provider's own page, because we show it in a frame. */
function parseOpenedPage({ status, json }: HttpResponse, pageOrigin: string): OpenedPage {
  const body = membersOf(json);
  if (status !== 200 || body["status"] !== "success") return { kind: "failed", why: `http_${status}` };
  const link = wireText(membersOf(body["data"])["link"]);
  if (link === undefined) return { kind: "no_link" };
  return URL.parse(link)?.origin === pageOrigin ? { kind: "opened", link } : { kind: "failed", why: "link_elsewhere" };
}

/** The provider reports this with a 400 or 404 and a sentence; its code for it is not published. */
function isUnknownPayment({ status, json }: HttpResponse): boolean {
  const body = membersOf(json);
  return (
    (status === 400 || status === 404) &&
    body["status"] === "error" &&
    /no transaction/i.test(wireText(body["message"]) ?? "")
  );
}

function parsePaymentStatus(response: HttpResponse, reference: string, isLive: boolean): ProviderPaymentStatus {
  if (isUnknownPayment(response)) return { kind: "unknown_there" };
  const body = membersOf(response.json);
  const data = membersOf(body["data"]);
  const unreachable = { kind: "unreachable" } as const;
  if (response.status !== 200 || body["status"] !== "success" || data["tx_ref"] !== reference) return unreachable;
  if (isLive && isTestTransaction(data)) return unreachable; // no money moved, whatever its status [T-26]
  const status = wireText(data["status"]);
  if (status === "pending") return { kind: "pending" };
  if (status !== "successful" && status !== "failed" && status !== "cancelled") return unreachable;
  const minor = parseMinor(wireText(data["amount"]) ?? "");
  const currency = wireText(data["currency"]);
  const providerId = wireText(data["id"]);
  if (minor === undefined || minor < 0n || currency === undefined || providerId === undefined) return unreachable;
  const words = wireText(data["processor_response"])?.slice(0, 200) ?? null;
  return { kind: status, providerId, paid: { currency, minor }, said: words };
}

/** Whether a transaction is from the provider's test mode, whose references contain `MOCK` or `M03K`. */
function isTestTransaction(data: Readonly<Record<string, unknown>>): boolean {
  return /\b(mock|m03k)\b/i.test(wireText(data["flw_ref"]) ?? "");
}
