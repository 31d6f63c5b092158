import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { defaultBreakerRules } from "../circuit-breaker.ts";
import { createTestClient } from "../testing/wire-server.ts";
import { smtp } from "./smtp.ts";

/** Our mail port against a real SMTP server that rejects at one stage. */

const mail = {
  id: "0199c1d2-0000-7000-8000-000000000001",
  to: "ada@example.test",
  subject: "Your code",
  text: "It is 123456.",
};
const times = { connectMs: 2_000, greetingMs: 2_000, silentMs: 2_000, totalMs: 5_000 };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** Starts a server that rejects as given, with our port to it. A host other than loopback's names requires TLS. */
async function rejecting(options: SMTPServerOptions, { host = "127.0.0.1", user = "" } = {}) {
  const arrived: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      stream.resume().once("end", () => {
        arrived.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {}); // a client that disconnects
  const listener = server.listen(0, "0.0.0.0");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const { line, registry } = createTestClient("smtp", { rules: defaultBreakerRules });
  const url = `smtp://${user}${host}:${port}`;
  const made = smtp(line, { url, from: "Idanimo <hello@idanimo.example>" }, times);
  open.push({
    async close() {
      made.close();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  });
  const counted = async () => {
    const metric = await registry.getSingleMetric("idanimo_provider_calls_total")?.get();
    return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels["outcome"]), value]));
  };
  return { port: made, line, counted, arrived };
}

type Case = {
  readonly stage: string;
  readonly why: string;
  readonly options: SMTPServerOptions;
  readonly to?: { readonly host?: string; readonly user?: string };
};

const ours: readonly Case[] = [
  {
    stage: "the greeting",
    why: "greeting_554",
    options: { onConnect: (_session, done) => done(reply(554, "5.7.1 You have no business here")) },
  },
  {
    stage: "signing in",
    why: "auth",
    options: { onAuth: (_auth, _session, done) => done(reply(535, "5.7.8 Wrong password")) },
    to: { user: "idanimo:wrong@" },
  },
  { stage: "missing STARTTLS", why: "starttls_500", options: {}, to: { host: "0.0.0.0" } },
  {
    stage: "MAIL FROM",
    why: "mail_from_553",
    options: { onMailFrom: (_address, _session, done) => done(reply(553, "5.1.8 This sender is not yours")) },
  },
  {
    stage: "MAIL FROM without a login",
    why: "auth",
    options: { onMailFrom: (_address, _session, done) => done(reply(530, "5.7.0 Authentication required")) },
  },
  {
    stage: "RCPT TO, about the sender",
    why: "sender_553",
    options: { onRcptTo: (_address, _session, done) => done(reply(553, "5.7.1 Sender address rejected")) },
  },
  {
    stage: "RCPT TO, about relaying",
    why: "sender_550",
    options: { onRcptTo: (_address, _session, done) => done(reply(550, "relay not permitted")) },
  },
  {
    stage: "DATA, out of sequence",
    why: "smtp_503",
    options: {
      onData: (stream, _session, done) => void stream.resume().once("end", () => done(reply(503, "Bad sequence"))),
    },
  },
];

describe("a rejection because of our mail server", () => {
  test.each(ours)("leaves the message waiting: $stage", async ({ why, options, to }) => {
    const { port, counted } = await rejecting(options, to);
    expect(await port.send(mail)).toEqual({ kind: "later", why });
    expect(await counted()).toEqual({ [why]: 1 });
  });

  test.each(ours)("opens the breaker: $stage", async ({ options, to }) => {
    const { port, line, counted } = await rejecting(options, to);
    for (let sent = 0; sent < defaultBreakerRules.failures; sent += 1) await port.send(mail);
    expect(line.health().state).toBe("down");
    expect(await port.send(mail)).toEqual({ kind: "later", why: "breaker_open" });
    expect(await counted()).not.toHaveProperty("good");
  });
});

const theirs: readonly Case[] = [
  {
    stage: "RCPT TO",
    why: "smtp_550",
    options: { onRcptTo: (_address, _session, done) => done(reply(550, "5.1.1 No such mailbox")) },
  },
  {
    stage: "RCPT TO, without an enhanced code",
    why: "smtp_553",
    options: { onRcptTo: (_address, _session, done) => done(reply(553, "Mailbox name not allowed")) },
  },
  {
    stage: "DATA",
    why: "smtp_552",
    options: {
      onData: (stream, _session, done) =>
        void stream.resume().once("end", () => done(reply(552, "5.2.2 Mailbox full"))),
    },
  },
];

describe("a rejection because of the recipient", () => {
  test.each(theirs)("ends the message and counts as a response: $stage", async ({ why, options }) => {
    const { port, line, counted } = await rejecting(options);
    for (let sent = 0; sent < defaultBreakerRules.failures; sent += 1)
      expect(await port.send(mail)).toEqual({ kind: "refused", why });
    expect(line.health().state).toBe("up");
    expect(await counted()).toEqual({ good: defaultBreakerRules.failures });
  });
});

test("sends to a server that accepts the email once", async () => {
  const { port, arrived } = await rejecting({});
  expect(await port.send(mail)).toMatchObject({ kind: "sent" });
  expect(arrived).toEqual([mail.to]);
});
