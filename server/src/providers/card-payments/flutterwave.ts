import { brand } from "@idanimo/contract/brand";
import { minorFromText, textFromMinor } from "@idanimo/contract/money";
import { sameSecret } from "../../kernel/vault.ts";
import { below, type Line, usualFault } from "../line.ts";
import type { Answer } from "../outside.ts";
import { membersOf, parseWireJson, textOf } from "../wire-json.ts";
import { listOf } from "./flutterwave-list.ts";
import type { CardPayments, OpenedPage, PaymentOrder, PaymentWord } from "./port.ts";

/** Flutterwave, version 3. Source: providers 1.1. */

export type FlutterwaveSettings = {
  readonly baseUrl: string;
  readonly pageOrigin: string;
  readonly secretKey: string;
  /** What a notice's `verif-hash` must equal. */
  readonly secretHash: string;
  /** In a production, whatever the key looks like. A live key, `FLWSECK-`, never counts test money either. */
  readonly rejectsTestMoney?: boolean;
};

const paymentOptions = "card, mobilemoney, ussd, account, banktransfer, barter, nqr";
const shopTitle = brand.name;
const openMs = 20_000;
const askMs = 15_000;
const longestSessionMinutes = 1_440;

export function flutterwave(line: Line, settings: FlutterwaveSettings): CardPayments {
  const headers = { authorization: `Bearer ${settings.secretKey}` };
  const isLive = settings.rejectsTestMoney === true || settings.secretKey.startsWith("FLWSECK-");

  return {
    name: "flutterwave",
    pageOrigin: settings.pageOrigin,

    async open(order) {
      const url = below(settings.baseUrl, "payments");
      const end = await line.ask({ method: "POST", url, headers, body: bodyOf(order), totalMs: openMs });
      return end.kind === "answer" ? pageIn(end, settings.pageOrigin) : { kind: "failed", why: end.why };
    },

    async ask(reference) {
      const path = `transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`;
      const question = { method: "GET", url: below(settings.baseUrl, path), headers, totalMs: askMs } as const;
      const end = await line.ask(question, (answer) => (isUnknown(answer) ? undefined : usualFault(answer)));
      return end.kind === "answer" ? wordIn(end, reference, isLive) : { kind: "unreachable" };
    },

    transactionsOf(day) {
      return listOf(
        line,
        { baseUrl: settings.baseUrl, headers, isPretended: (row) => isLive && isPretended(row) },
        day,
      );
    },

    readNotice(given, rawBody) {
      const hash = given["verif-hash"];
      if (settings.secretHash === "" || typeof hash !== "string" || !sameSecret(hash, settings.secretHash))
        return undefined;
      const parsed = parseWireJson(rawBody.toString());
      if (typeof parsed !== "object") return undefined;
      const body = membersOf(parsed.value);
      const data = membersOf(body["data"]);
      // integrations still see an older shape with its members at the top, and without an event
      const reference = textOf(data["tx_ref"]) ?? textOf(body["txRef"]);
      const event = eventIn(body["event"]) ?? (reference === undefined ? "unknown" : "charge.completed");
      if (!event.startsWith("charge.")) return { kind: "other", event };
      if (isLive && isPretended(data)) return { kind: "other", event: "test_mode" };
      return reference === undefined || reference.length > 100
        ? { kind: "other", event: "charge.no_reference" }
        : { kind: "charge", reference };
    },
  };
}

/** The event of a notice, undefined without one. Anything but words with dots between is `unknown`: it goes into a log. */
function eventIn(wire: unknown): string | undefined {
  const event = textOf(wire)?.toLowerCase();
  return event === undefined || /^[a-z_]{1,30}(\.[a-z_]{1,30}){0,3}$/.test(event) ? event : "unknown";
}

function bodyOf({ reference, amount, description, returnTo, payer, lifeMinutes }: PaymentOrder) {
  return {
    tx_ref: reference,
    amount: Number(textFromMinor(amount.minor)), // printed again by JSON as the same decimal: 15 digits are exact
    currency: amount.currency,
    redirect_url: returnTo,
    payment_options: paymentOptions,
    session_duration: Math.min(longestSessionMinutes, Math.max(1, Math.round(lifeMinutes))),
    customer: { email: payer.email, name: payer.name, ...(payer.phone && { phonenumber: payer.phone }) },
    customizations: { title: shopTitle, description },
  };
}

/** A link that leads anywhere but to the provider's own page is refused: we frame it. */
function pageIn({ status, json }: Answer, pageOrigin: string): OpenedPage {
  const body = membersOf(json);
  if (status !== 200 || body["status"] !== "success") return { kind: "failed", why: `http_${status}` };
  const link = textOf(membersOf(body["data"])["link"]);
  if (link === undefined) return { kind: "no_link" };
  return URL.parse(link)?.origin === pageOrigin ? { kind: "opened", link } : { kind: "failed", why: "link_elsewhere" };
}

/** The provider says so with a 400 or 404 and a sentence; its code for it is not published. */
function isUnknown({ status, json }: Answer): boolean {
  const body = membersOf(json);
  return (
    (status === 400 || status === 404) &&
    body["status"] === "error" &&
    /no transaction/i.test(textOf(body["message"]) ?? "")
  );
}

function wordIn(answer: Answer, reference: string, isLive: boolean): PaymentWord {
  if (isUnknown(answer)) return { kind: "unknown_there" };
  const body = membersOf(answer.json);
  const data = membersOf(body["data"]);
  const unreachable = { kind: "unreachable" } as const;
  if (answer.status !== 200 || body["status"] !== "success" || data["tx_ref"] !== reference) return unreachable;
  if (isLive && isPretended(data)) return unreachable; // no money moved, whatever it says (T-26)
  const said = textOf(data["status"]);
  if (said === "pending") return { kind: "pending" };
  if (said !== "successful" && said !== "failed" && said !== "cancelled") return unreachable;
  const minor = minorFromText(textOf(data["amount"]) ?? "");
  const currency = textOf(data["currency"]);
  const providerId = textOf(data["id"]);
  if (minor === undefined || minor < 0n || currency === undefined || providerId === undefined) return unreachable;
  const words = textOf(data["processor_response"])?.slice(0, 200) ?? null;
  return { kind: said, providerId, paid: { currency, minor }, said: words };
}

/** Whether a transaction is one of the provider's test mode, whose references contain `MOCK` or `M03K`. */
function isPretended(data: Readonly<Record<string, unknown>>): boolean {
  return /\b(mock|m03k)\b/i.test(textOf(data["flw_ref"]) ?? "");
}
