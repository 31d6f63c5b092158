import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createTestClient } from "../testing/wire-server.ts";
import type { Mail } from "./port.ts";
import { smtp } from "./smtp.ts";

const id = "0199c1d2-0000-7000-8000-000000000001";
const mail = { id, to: "ada@example.test", subject: "Your code", text: "It is 123456.\n.\nA line with a dot." };
const times = { connectMs: 800, greetingMs: 800, silentMs: 800, totalMs: 2_500 };
const latestMs = 8_000;

/** What a mail server replies to each command; `undefined` replies nothing, "cut" closes the connection. */
type Script = Readonly<Record<string, string | undefined>>;
const friendly: Script = {
  greeting: "220 here",
  EHLO: "250 here",
  MAIL: "250 fine",
  RCPT: "250 fine",
  DATA: "354 go on",
  "the mail": "250 taken",
  QUIT: "221 bye",
  RSET: "250 fine",
};

const open: { server: Server; sockets: Set<Socket>; mail: Mail }[] = [];
afterEach(async () => {
  for (const { server, sockets, mail: port } of open.splice(0)) {
    port.close();
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  }
});

/** Starts a scripted mail server, with our port to it. */
async function speaking(script: Script) {
  const sockets = new Set<Socket>();
  const mails: string[] = [];
  const commands: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    const say = (key: string) => {
      const line = key in script ? script[key] : friendly[key];
      if (line === "cut") socket.destroy();
      else if (line !== undefined) socket.write(`${line}\r\n`);
    };
    say("greeting");
    let mailText: string | undefined;
    let rest = "";
    socket.on("data", (bytes: Buffer) => {
      rest += bytes.toString();
      const lines = rest.split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (mailText === undefined) {
          const command = line.slice(0, 4).toUpperCase();
          commands.push(line);
          if (command === "DATA") mailText = "";
          say(command);
        } else if (line === ".") {
          mails.push(mailText);
          mailText = undefined;
          say("the mail");
        } else mailText += `${line.replace(/^\./, "")}\n`;
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const settings = { url: `smtp://127.0.0.1:${port}`, from: "Idanimo <hello@idanimo.example>" };
  const made = smtp(createTestClient("smtp").line, settings, times);
  open.push({ server, sockets, mail: made });
  return { port: made, mails, commands };
}

test("sends to one recipient, in plain text, with an id that a repeat has too", async () => {
  const { port, mails, commands } = await speaking({});
  const sent = { kind: "sent", messageId: `<${id}@idanimo.example>` };
  expect(await port.send(mail)).toEqual(sent);
  expect(await port.send(mail)).toEqual(sent);
  expect(mails).toHaveLength(2);
  for (const text of mails) {
    expect(text).toContain(`Message-ID: <${id}@idanimo.example>`);
    expect(text).toContain("From: Idanimo <hello@idanimo.example>");
    expect(text).toContain("To: ada@example.test");
    expect(text).toContain("Subject: Your code");
    expect(text).toContain("Auto-Submitted: auto-generated");
    expect(text).toMatch(/\n\nIt is 123456\.\n\.\nA line with a dot\./);
  }
  expect(commands.filter((line) => line.startsWith("RCPT"))).toEqual([
    "RCPT TO:<ada@example.test>",
    "RCPT TO:<ada@example.test>",
  ]);
});

test("sends the plain text, then the HTML, and nothing else [T-54]", async () => {
  const { port, mails } = await speaking({});
  expect(await port.send({ ...mail, text: "Hello Ṣadé", html: "<p>Hello Ṣadé</p>" })).toMatchObject({ kind: "sent" });
  const [text = ""] = mails;
  expect(text).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(text.match(/^Content-Type: [a-z/]+/gm)).toEqual([
    "Content-Type: multipart/alternative",
    "Content-Type: text/plain",
    "Content-Type: text/html",
  ]);
});

test.each([
  "",
  "ada",
  "ada@example.test, eve@example.test",
  "ada@example.test\r\nRCPT TO:<eve@example.test>",
  "<ada@example.test>",
])("does not send to %j", async (to) => {
  const { port, commands } = await speaking({});
  expect(await port.send({ ...mail, to })).toEqual({ kind: "refused", why: "no_mail_address" });
  expect(commands).toEqual([]);
});

test("prevents header injection through the subject", async () => {
  const { port, mails } = await speaking({});
  await port.send({ ...mail, subject: "Hello\r\nBcc: eve@example.test" });
  expect(mails[0]).toContain("Subject: Hello Bcc: eve@example.test");
  expect(mails[0]).not.toMatch(/^Bcc/m);
});

test.each([
  { script: { RCPT: "550 5.1.1 No such mailbox" }, ends: { kind: "refused", why: "smtp_550" } },
  { script: { "the mail": "554 5.7.1 Not wanted" }, ends: { kind: "refused", why: "smtp_554" } },
  { script: { RCPT: "450 4.7.1 Too many" }, ends: { kind: "later", why: "smtp_450" } },
  { script: { "the mail": "451 4.3.0 Try again" }, ends: { kind: "later", why: "smtp_451" } },
  { script: { MAIL: "530 Log in first" }, ends: { kind: "later", why: "auth" } },
  { script: { greeting: undefined }, ends: { kind: "later" } },
  { script: { greeting: "cut" }, ends: { kind: "later" } },
  { script: { greeting: "421 Busy" }, ends: { kind: "later" } },
  { script: { greeting: "HTTP/1.1 400 Bad Request" }, ends: { kind: "later" } },
  { script: { "the mail": undefined }, ends: { kind: "later" } },
  { script: { "the mail": "cut" }, ends: { kind: "later" } },
  { script: { RCPT: undefined }, ends: { kind: "later" } },
])("returns $ends.kind in time from a server that replies $script", async ({ script, ends }) => {
  const { port } = await speaking(script);
  const began = Date.now();
  expect(await port.send(mail)).toMatchObject(ends);
  expect(Date.now() - began).toBeLessThan(latestMs);
});

test("returns later if no server listens", async () => {
  const port = smtp(createTestClient("smtp").line, { url: "smtp://127.0.0.1:1", from: "a@b.example" }, times);
  expect(await port.send(mail)).toMatchObject({ kind: "later" });
  port.close();
});
