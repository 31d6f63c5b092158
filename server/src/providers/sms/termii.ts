import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../kernel/clock.ts";
import { below, type Line } from "../line.ts";
import type { End } from "../outside.ts";
import { membersOf, parseWireJson, textOf } from "../wire-json.ts";
import type { SentMessage, Sms, SmsNotice } from "./port.ts";

/** Termii: text messages out, signed notices in. Source: providers 7.1. */

export type TermiiSettings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Signs its notices. */
  readonly secretKey: string;
  readonly sender: string;
};

/** The route that also reaches numbers marked do-not-disturb; codes and consent must arrive. */
const channel = "dnd";
const sendMs = 15_000;
/** A signed notice older than this, or from as far ahead, is dropped. Source: T-40. */
const freshMs = 300_000;
const longestId = 100;

export function termii(line: Line, settings: TermiiSettings, clock: Clock): Sms {
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
      const url = below(settings.baseUrl, "api/sms/send");
      return sentIn(await line.ask({ method: "POST", url, body, totalMs: sendMs }));
    },

    readNotice(headers, rawBody) {
      if (!isSigned(headers["x-termii-signature"], rawBody, settings.secretKey)) return undefined;
      const parsed = parseWireJson(rawBody.toString());
      if (typeof parsed !== "object") return undefined;
      return noticeIn(membersOf(parsed.value), clock.now());
    },
  };
}

/**
 * A message whose fate is unknown is sent again: the same words twice harm less than a code or a question that never comes.
 * A wrong key or an empty account is mended by an operator, so those wait too.
 */
function sentIn(end: End): SentMessage {
  if (end.kind !== "answer") return { kind: "later", why: end.why };
  const messageId = shortText(membersOf(end.json)["message_id"]);
  if (end.status === 200 && messageId !== undefined) return { kind: "sent", messageId };
  const isOurs = [400, 404, 405, 422].includes(end.status);
  return { kind: isOurs ? "refused" : "later", why: `http_${end.status}` };
}

/** Hex HMAC-SHA512 over the bytes as they came. */
function isSigned(given: string | string[] | undefined, rawBody: Buffer, secret: string): boolean {
  if (secret === "" || typeof given !== "string" || !/^[0-9a-f]{128}$/i.test(given)) return false;
  const expected = createHmac("sha512", secret).update(rawBody).digest();
  return timingSafeEqual(Buffer.from(given, "hex"), expected);
}

function noticeIn(body: Readonly<Record<string, unknown>>, now: Date): SmsNotice | undefined {
  const id = shortText(body["id"]);
  const messageId = shortText(body["message_id"]);
  if (textOf(body["type"]) === "inbound") {
    const from = phoneIn(body["sender"]);
    const text = textOf(body["message"]);
    const at = timeIn(body["received_at"], now);
    const noticeId = id ?? messageId;
    if (!noticeId || !from || text === undefined || !at || Math.abs(now.getTime() - at.getTime()) > freshMs)
      return undefined;
    return { kind: "inbound", id: noticeId, from, text, at };
  }
  const delivered = arrivals[textOf(body["status"])?.toLowerCase() ?? ""];
  if (messageId === undefined || delivered === undefined) return undefined;
  return { kind: "delivery", id: id ?? messageId, messageId, delivered };
}

/** Final delivery states; "Message Sent" and "Received" tell only that it is on its way. */
const arrivals: Readonly<Record<string, boolean>> = {
  delivered: true,
  "message failed": false,
  failed: false,
  rejected: false,
  expired: false,
  "dnd active on phone number": false,
};

/** An id is stored and indexed, so a longer one is none. */
function shortText(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && text.length <= longestId ? text : undefined;
}

function phoneIn(value: unknown): string | undefined {
  const digits = /^\+?([1-9]\d{6,14})$/.exec(textOf(value) ?? "")?.[1];
  return digits && `+${digits}`;
}

/** Now where the notice says no time; undefined where it says one nobody can read. Times without a zone are UTC. */
function timeIn(value: unknown, now: Date): Date | undefined {
  const text = textOf(value);
  if (text === undefined) return now;
  const withZone = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(" ", "T")}Z`;
  const at = new Date(withZone);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
