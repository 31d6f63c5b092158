import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../kernel/clock.ts";
import { joinUrl, type ProviderClient, defaultFault } from "../provider-client.ts";
import type { HttpResponse, HttpOutcome } from "../http-client.ts";
import { membersOf, parseWireJson, wireText } from "../wire-json.ts";
import type { SendResult, Sms, SmsNotice } from "./port.ts";

/** Termii: text messages out, signed webhooks in. */

export type TermiiSettings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Signs its webhooks. */
  readonly secretKey: string;
  readonly sender: string;
};

/** The route that also reaches numbers marked do-not-disturb, because codes and consent requests must arrive. */
const channel = "dnd";
const sendTimeoutMs = 15_000;
/** A signed webhook older than this, or this far in the future, is rejected. [T-40] */
const noticeMaxAgeMs = 300_000;
const idMaxLength = 100;

export function termii(client: ProviderClient, settings: TermiiSettings, clock: Clock): Sms {
  return {
    name: "termii",

    async send({ to, text }) {
      if (!/^\+[1-9]\d{6,14}$/.test(to)) return { kind: "refused", why: "no_phone_number" };
      const body = {
        api_key: settings.apiKey,
        to: to.slice(1),
        from: settings.sender,
        sms: text,
        type: "plain",
        channel,
      };
      const url = joinUrl(settings.baseUrl, "api/sms/send");
      return parseSendResult(await client.request({ method: "POST", url, body, totalMs: sendTimeoutMs }, findFault));
    },

    readNotice(headers, rawBody) {
      if (!isSigned(headers["x-termii-signature"], rawBody, settings.secretKey)) return undefined;
      const parsed = parseWireJson(rawBody.toString());
      if (typeof parsed !== "object") return undefined;
      return parseNotice(membersOf(parsed.value), clock.now());
    },
  };
}

/**
 * A message that may or may not have been sent is sent again: a repeated message is better than a missing code or
 * consent request. It is given up only if the gateway reports that the number is wrong. Every other rejection is
 * about our account (key, balance, sender ID, route), which an operator can fix while the message waits.
 */
function parseSendResult(end: HttpOutcome): SendResult {
  if (end.kind !== "response") return { kind: "later", why: end.why };
  const messageId = parseMessageId(end);
  if (messageId !== undefined) return { kind: "sent", messageId };
  return { kind: isNumberRejected(end) ? "refused" : "later", why: findFault(end) ?? `http_${end.status}` };
}

function parseMessageId({ status, json }: HttpResponse): string | undefined {
  const messageId = shortText(membersOf(json)["message_id"]);
  return status === 200 ? messageId : undefined;
}

/** Which responses count as failures of the gateway or of our account with it; a rejected number does not. */
function findFault(response: HttpResponse): string | undefined {
  const usual = defaultFault(response);
  if (usual !== undefined || parseMessageId(response) !== undefined || isNumberRejected(response)) return usual;
  return /balance/i.test(messageOf(response)) ? "quota" : "account";
}

const messageOf = ({ json }: HttpResponse) => wireText(membersOf(json)["message"]) ?? "";

/**
 * The published errors name the account: "Invalid Sender Id", "Insufficient balance", "You are not set up on this
 * route". So only a message that names the number, and nothing of the account, ends an SMS.
 */
function isNumberRejected(response: HttpResponse): boolean {
  const words = messageOf(response);
  return (
    (response.status === 400 || response.status === 422) &&
    /\b(phone|number|recipient|destination)\b/i.test(words) &&
    !/sender|route|balance|account|device|limit|api|key/i.test(words)
  );
}

/** Hex HMAC-SHA512 over the bytes as received. */
function isSigned(given: string | string[] | undefined, rawBody: Buffer, secret: string): boolean {
  if (secret === "" || typeof given !== "string" || !/^[0-9a-f]{128}$/i.test(given)) return false;
  const expected = createHmac("sha512", secret).update(rawBody).digest();
  return timingSafeEqual(Buffer.from(given, "hex"), expected);
}

function parseNotice(body: Readonly<Record<string, unknown>>, now: Date): SmsNotice | undefined {
  const id = shortText(body["id"]);
  const messageId = shortText(body["message_id"]);
  if (wireText(body["type"]) === "inbound") {
    const from = parsePhone(body["sender"]);
    const text = body["message"]; // as written: a line break separates a signature, and only an exact YES counts
    const at = parseTime(body["received_at"], now);
    const noticeId = id ?? messageId;
    if (
      !noticeId ||
      !from ||
      typeof text !== "string" ||
      !at ||
      Math.abs(now.getTime() - at.getTime()) > noticeMaxAgeMs
    )
      return undefined;
    return { kind: "inbound", id: noticeId, from, text, at };
  }
  const delivered = deliveryStates[wireText(body["status"])?.toLowerCase() ?? ""];
  if (messageId !== undefined && delivered !== undefined)
    return { kind: "delivery", id: id ?? messageId, messageId, delivered };
  return wireText(body["type"]) === undefined ? undefined : { kind: "other" };
}

/** Final delivery states; "Message Sent" and "Received" only mean that it is on its way. */
const deliveryStates: Readonly<Record<string, boolean>> = {
  delivered: true,
  "message failed": false,
  failed: false,
  rejected: false,
  expired: false,
  "dnd active on phone number": false,
};

/** An id is stored and indexed, so a longer one is rejected. */
function shortText(value: unknown): string | undefined {
  const text = wireText(value);
  return text !== undefined && text.length <= idMaxLength ? text : undefined;
}

function parsePhone(value: unknown): string | undefined {
  const digits = /^\+?([1-9]\d{6,14})$/.exec(wireText(value) ?? "")?.[1];
  return digits && `+${digits}`;
}

/** The current time if the webhook has none; undefined if it cannot be parsed. Times without a zone are UTC. */
function parseTime(value: unknown, now: Date): Date | undefined {
  const text = wireText(value);
  if (text === undefined) return now;
  const withZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(" ", "T")}Z`;
  const at = new Date(withZone);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
