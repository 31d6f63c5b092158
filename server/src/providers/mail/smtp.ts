import { email } from "@idanimo/contract/fields";
import { createTransport } from "nodemailer";
import * as z from "zod/mini";
import type { ProviderClient } from "../provider-client.ts";
import type { SendResult } from "../sms/port.ts";
import type { Mail } from "./port.ts";

/** Email over SMTP. */

export type SmtpSettings = {
  /** `smtps://user:password@host:465`, or `smtp://...`, which requires STARTTLS unless it is on this machine. */
  readonly url: string;
  /** `Name <address>`. */
  readonly from: string;
};

export type SmtpTimeouts = {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Silence allowed within a session. */
  readonly silentMs: number;
  /** For one send, including the wait for a connection. */
  readonly totalMs: number;
};

export const defaultSmtpTimeouts: SmtpTimeouts = {
  connectMs: 5_000,
  greetingMs: 5_000,
  silentMs: 20_000,
  totalMs: 30_000,
};
const maxConnections = 3;
const idleMs = 10_000;

export function smtp(client: ProviderClient, settings: SmtpSettings, times: SmtpTimeouts = defaultSmtpTimeouts): Mail {
  const transport = createTransport({
    pool: true,
    maxConnections: maxConnections,
    idleTimeout: idleMs,
    ...parseServer(settings.url),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.greetingMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const ownDomain = /@([^>\s]+)>?\s*$/.exec(settings.from)?.[1] ?? "localhost";

  return {
    name: "smtp",
    async send({ id, to, subject, text, html }) {
      if (!z.safeParse(email, to).success) return { kind: "refused", why: "no_mail_address" };
      const messageId = `<${id}@${ownDomain}>`;
      return client.guard<SendResult>({ kind: "later", why: "breaker_open" }, async () => {
        try {
          await transport.sendMail({
            messageId,
            from: settings.from,
            to: { name: "", address: to }, // an object is one recipient, whatever the text contains
            subject: oneLine(subject),
            text,
            ...(html !== undefined && { html }),
            headers: { "Auto-Submitted": "auto-generated" },
            signal: AbortSignal.timeout(times.totalMs),
          });
          return { value: { kind: "sent", messageId }, outcome: "good" };
        } catch (error) {
          const value = sendFailureOf(error);
          return { value, outcome: value.kind === "refused" ? "good" : value.why };
        }
      });
    },
    close: () => transport.close(),
  };
}

function parseServer(text: string) {
  const url = new URL(text);
  const secure = url.protocol === "smtps:" || url.port === "465";
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ignoreTLS: !secure && isHere,
    requireTLS: !secure && !isHere,
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

/**
 * Decides from nodemailer's error fields whether a send failed because of the recipient or because of our mail
 * server. See nodemailer.com/errors, RFC 5321 section 4.2.1, RFC 3463.
 */
function sendFailureOf(error: unknown): Exclude<SendResult, { readonly kind: "sent" }> {
  const { code = "unknown", responseCode: status = 0, command = "", response = "" } = parseError(error);
  if (code === "EAUTH" || signInStatuses.has(status)) return { kind: "later", why: "auth" };
  if (status === 0) return { kind: "later", why: code.toLowerCase() };
  const stage = stages[command];
  if (stage !== undefined) return { kind: "later", why: `${stage}_${status}` };
  if (!recipientCommands.has(command)) return { kind: "later", why: `smtp_${status}` };
  if (command === "RCPT TO" && isAboutSender(response)) return { kind: "later", why: `sender_${status}` };
  // 503 means that the session was in the wrong state, not that the email was rejected
  if (status >= 500 && status !== 503) return { kind: "refused", why: `smtp_${status}` };
  return { kind: "later", why: `smtp_${status}` };
}

/** Only replies to these can concern the recipient. */
const recipientCommands: ReadonlySet<string> = new Set(["RCPT TO", "DATA"]);
/** Short names of the other commands, for metrics. */
const stages: Readonly<Record<string, string | undefined>> = {
  CONN: "greeting",
  EHLO: "ehlo",
  HELO: "ehlo",
  STARTTLS: "starttls",
  "MAIL FROM": "mail_from",
  RSET: "rset",
};
/** The server requires authentication, or another method of it. */
const signInStatuses: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * Servers such as Postfix delay rejections of the client or the sender until RCPT TO. Then the enhanced code names
 * the sender's address (5.1.7, 5.1.8) or a policy (5.7.x); Exim has no enhanced code and names the relay.
 */
function isAboutSender(response: string): boolean {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced === undefined ? /\brelay/i.test(response) : /^5\.(1\.[78]|7\.\d+)$/.test(enhanced);
}

const errorFields = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  response: z.optional(z.string()),
  responseCode: z.optional(z.number()),
});
function parseError(error: unknown): z.output<typeof errorFields> {
  const read = z.safeParse(errorFields, error);
  return read.success ? read.data : {};
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 200);
