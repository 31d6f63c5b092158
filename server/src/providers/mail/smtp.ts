import { email } from "@idanimo/contract/fields";
import { createTransport } from "nodemailer";
import * as z from "zod/mini";
import type { Line } from "../line.ts";
import type { SentMessage } from "../sms/port.ts";
import type { Mail } from "./port.ts";

/** Mail over SMTP. Source: providers 9. */

export type SmtpSettings = {
  /** `smtps://user:password@host:465`, or `smtp://...`, which must be able to turn to TLS unless it is on this machine. */
  readonly url: string;
  /** `Name <address>`. */
  readonly from: string;
};

export type SmtpTimes = {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Of silence while speaking. */
  readonly silentMs: number;
  /** Of one send as a whole, waiting for a connection included. */
  readonly totalMs: number;
};

export const usualSmtpTimes: SmtpTimes = { connectMs: 5_000, greetingMs: 5_000, silentMs: 20_000, totalMs: 30_000 };
const mostConnections = 3;
const idleMs = 10_000;

export function smtp(line: Line, settings: SmtpSettings, times: SmtpTimes = usualSmtpTimes): Mail {
  const transport = createTransport({
    pool: true,
    maxConnections: mostConnections,
    idleTimeout: idleMs,
    ...serverOf(settings.url),
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
    async send({ id, to, subject, text }) {
      if (!z.safeParse(email, to).success) return { kind: "refused", why: "no_mail_address" };
      const messageId = `<${id}@${ownDomain}>`;
      return line.guard<SentMessage>({ kind: "later", why: "breaker_open" }, async () => {
        try {
          await transport.sendMail({
            messageId,
            from: settings.from,
            to: { name: "", address: to }, // an object is one recipient, whatever the text looks like
            subject: oneLine(subject),
            text,
            headers: { "Auto-Submitted": "auto-generated" },
            signal: AbortSignal.timeout(times.totalMs),
          });
          return { value: { kind: "sent", messageId }, outcome: "good" };
        } catch (error) {
          const value = refusalIn(error);
          return { value, outcome: value.kind === "refused" ? "good" : value.why };
        }
      });
    },
    close: () => transport.close(),
  };
}

function serverOf(text: string) {
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

/** A lasting refusal of this mail, or something that may pass. A refusal of our sign-in is ours to mend, so mail waits for it. */
function refusalIn(error: unknown): Exclude<SentMessage, { readonly kind: "sent" }> {
  const members =
    error instanceof Error ? { code: memberOf(error, "code"), status: memberOf(error, "responseCode") } : {};
  const status = typeof members.status === "number" ? members.status : 0;
  const isSignIn = members.code === "EAUTH" || status === 530 || status === 535 || status === 538;
  if (isSignIn) return { kind: "later", why: "auth" };
  if (status >= 500) return { kind: "refused", why: `smtp_${status}` };
  if (status >= 400) return { kind: "later", why: `smtp_${status}` };
  return { kind: "later", why: typeof members.code === "string" ? members.code.toLowerCase() : "unknown" };
}

function memberOf(error: Error, name: string): unknown {
  return Object.entries(error).find(([key]) => key === name)?.[1];
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 200);
