import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { hangMs, slowResponseMs } from "../faults/connections.ts";
import type { FaultKind } from "../faults/fault-kinds.ts";
import { bouncingMailEnding } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { plainTextOf } from "./plain-text.ts";

const maxMailBytes = 10 * 1024 * 1024;

/** An SMTP server that puts every email into the inbox, except those to a bouncing address. */
type MailCatcher = {
  /** Returns the port it listens on. @throws if the port is taken */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
};

export function createMailCatcher(context: SandboxContext): MailCatcher {
  const { clock, faults } = context;
  const sockets = new Set<Socket>();
  /** The fault of each open connection, by the caller's port. */
  const faultByPort = new Map<number, FaultKind>();
  const faultOf = (session: SMTPServerSession) => faultByPort.get(session.remotePort);

  const server = new SMTPServer({
    name: "sandbox",
    banner: "Idanimo sandbox",
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    size: maxMailBytes,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "anyone" }),
    onConnect(session, done) {
      const fault = faultOf(session);
      if (fault === "slow_first_byte") clock.at(clock.now() + slowResponseMs, () => done());
      else if (fault !== "hang") done(); // a hanging server never greets
    },
    onMailFrom: (_address, session, done) =>
      done(faultOf(session) === "http_401" ? smtpError(530, "Log in first") : null),
    onRcptTo(address, session, done) {
      if (faultOf(session) === "http_429") return done(smtpError(450, "4.7.1 Too many messages, try again later"));
      if (localPart(address.address).endsWith(bouncingMailEnding)) {
        context.counts.bouncedMails++;
        return done(smtpError(550, "5.1.1 No such mailbox"));
      }
      return done();
    },
    onData: (stream, session, done) => void receive(stream, session, done),
  });

  async function receive(
    stream: Readable,
    session: SMTPServerSession,
    done: (rejected?: Error) => void,
  ): Promise<void> {
    try {
      const mail = await PostalMime.parse(await buffer(stream));
      const fault = faultOf(session);
      if (fault === "http_500") return done(smtpError(451, "4.3.0 Something went wrong, try again later"));
      for (const { address } of session.envelope.rcptTo)
        context.messages.add({
          channel: "mail",
          to: address,
          subject: mail.subject ?? "",
          text: textOfMail(mail),
          html: mail.html,
          providerId: mail.messageId,
        });
      if (fault === "answer_lost") socketOf(session)?.destroy();
      return done();
    } catch {
      return done(smtpError(451, "4.3.0 The mail could not be read")); // also reached when a caller disconnects
    }
  }

  function socketOf(session: SMTPServerSession): Socket | undefined {
    return [...sockets].find((socket) => socket.remotePort === session.remotePort);
  }

  // Runs before the SMTP server sees the connection, so that a rejected one gets no greeting.
  server.server.prependListener("connection", (socket: Socket) => {
    context.calls.smtp++;
    sockets.add(socket);
    const port = socket.remotePort ?? 0;
    const fault = faults.forCall("smtp", "");
    if (fault) faultByPort.set(port, fault);
    const tooLong = fault === "hang" ? clock.at(clock.now() + hangMs, () => socket.destroy()) : undefined;
    socket.once("close", () => {
      tooLong?.();
      sockets.delete(socket);
      faultByPort.delete(port);
    });
    if (fault === "refuse") socket.destroy();
  });
  server.on("error", () => {}); // a caller that disconnects is not an error of the catcher

  return {
    async listen(port) {
      const failed = once(server.server, "error").then(([error]) => Promise.reject(error));
      const listening = once(server.server, "listening");
      server.listen(port, "127.0.0.1");
      await Promise.race([listening, failed]);
      failed.catch(() => {});
      return portOf(server.server.address());
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

function localPart(address: string): string {
  return address.slice(0, address.lastIndexOf("@"));
}

function textOfMail(mail: Email): string {
  return (mail.text?.trim() || plainTextOf(mail.html ?? "")).replace(/\r\n/g, "\n");
}

function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}
