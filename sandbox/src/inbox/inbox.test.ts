import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sendMail, sendSms, startTestSandbox, type TestSandbox, waitFor } from "../testing/test-sandbox.ts";
import { maxStoredMessages } from "./messages.ts";

const mail = (subject: string, text: string) =>
  `Subject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`;

test("lists every message, newest first, with the fields that the product's tests read", async () => {
  const stage = await startTestSandbox();
  await sendSms(stage, "2348031234567", "First");
  expect(await sendMail(stage.sandbox.smtpPort, "Ada.Obi@example.test", mail("Second", "Your code is 123456"))).toMatch(
    /^250/,
  );
  const { json } = await stage.call("/inbox/messages");
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(json).toEqual([
    {
      id: expect.any(String),
      channel: "mail",
      to: "Ada.Obi@example.test",
      subject: "Second",
      text: "Your code is 123456",
      at,
    },
    {
      id: expect.any(String),
      channel: "sms",
      to: "+2348031234567",
      text: "First",
      at,
      providerId: expect.any(String),
    },
  ]);
});

test.each(["08031234567", "2348031234567", "%2B2348031234567", "%2B234%20803%20123%204567", "+2348031234567"])(
  "finds a phone in any spelling: %s",
  async (to) => {
    const stage = await startTestSandbox();
    await sendSms(stage, "2348031234567", "Hers");
    await sendSms(stage, "2348031234568", "Not hers");
    expect((await stage.call(`/inbox/messages?to=${to}`)).json).toMatchObject([{ text: "Hers" }]);
  },
);

test("finds an email address in any case", async () => {
  const stage = await startTestSandbox();
  await sendMail(stage.sandbox.smtpPort, "Ada.Obi@example.test", mail("Hello", "Ada"));
  expect((await stage.call("/inbox/messages?to=ADA.OBI@EXAMPLE.TEST")).json).toMatchObject([{ text: "Ada" }]);
  expect((await stage.call("/inbox/messages?to=ada@example.test")).json).toEqual([]);
});

test("rejects an email whose local part ends 0010, and does not store it", async () => {
  const stage = await startTestSandbox();
  expect(await sendMail(stage.sandbox.smtpPort, "ada.obi0010@example.test", mail("Hello", "Ada"))).toMatch(/^550/);
  expect((await stage.call("/inbox/messages")).json).toEqual([]);
  expect((await stage.stats()).messages).toMatchObject({ bouncedMails: 1 });
});

test("converts an email without a text part, and preserves its links", async () => {
  const stage = await startTestSandbox();
  const html = `Subject: Hi\r\nContent-Type: text/html\r\n\r\n<style>p{}</style><p>Dear A&amp;B</p><a href="http://localhost/x">Open</a>`;
  await sendMail(stage.sandbox.smtpPort, "ada@example.test", html);
  expect((await stage.call("/inbox/messages")).json).toMatchObject([{ text: "Dear A&B\nOpen (http://localhost/x)" }]);
});

describe("an email with HTML beside its text", () => {
  const both = [
    "Subject: Hi",
    "Content-Type: multipart/alternative; boundary=b",
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Hello in text",
    "--b",
    "Content-Type: text/html",
    "",
    "<!doctype html><html><head><title>Hi</title></head><body><script>alert(1)</script><p>Hello in HTML</p></body></html>",
    "--b--",
  ].join("\r\n");
  const newest = (stage: TestSandbox) => {
    const [message] = stage.sandbox.context.messages.list(undefined);
    if (!message) throw new Error("no message");
    return message;
  };
  const received = async () => {
    const stage = await startTestSandbox();
    await sendMail(stage.sandbox.smtpPort, "ada@example.test", both);
    return { stage, message: newest(stage) };
  };

  test("is read as text by default, with the path of its HTML", async () => {
    const { stage, message } = await received();
    const response = { text: "Hello in text", html: `/inbox/messages/${message.id}/html` };
    expect((await stage.call("/inbox/messages")).json).toMatchObject([response]);
  });

  test("shows its HTML in a frame that runs and loads nothing", async () => {
    const { stage, message } = await received();
    const page = await stage.call("/inbox");
    expect(page.text).toMatch(/<iframe\s[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(page.text).not.toContain("Hello in HTML");
    expect(page.headers.get("content-security-policy")).toContain("frame-src 'self'");
    const { status, text, headers } = await stage.call(message.html ?? "");
    expect([status, text]).toEqual([200, expect.stringContaining("<p>Hello in HTML</p>")]);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/^sandbox /);
    expect(policy).not.toContain("allow-scripts");
  });

  test("has no HTML path without HTML", async () => {
    const stage = await startTestSandbox();
    await sendMail(stage.sandbox.smtpPort, "ada@example.test", mail("Hello", "Ada"));
    const message = newest(stage);
    expect(message).not.toHaveProperty("html");
    expect((await stage.call(`/inbox/messages/${message.id}/html`)).status).toBe(404);
    expect((await stage.call("/inbox")).text).not.toContain("<iframe");
  });
});

test("sends a reply as a signed SMS from the recipient's number to the product", async () => {
  const stage = await startTestSandbox();
  await sendSms(stage, "2348031234567", "Reply YES ABC234 or NO ABC234");
  const [{ id } = { id: "" }] = stage.sandbox.context.messages.list(undefined);
  const { status, json } = await stage.post(`/inbox/messages/${id}/reply`, { text: "YES ABC234" });
  expect([status, json]).toEqual([200, { id, text: "YES ABC234", notice: "taken" }]);
  const notice = stage.notices.find(({ path }) => path === "/api/v2/sms/receive");
  expect(JSON.parse(notice?.body ?? "")).toEqual({
    type: "inbound",
    id: expect.any(String),
    message_id: expect.any(String),
    receiver: expect.stringMatching(/^234\d{10}$/),
    sender: "2348031234567",
    message: "YES ABC234",
    received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    cost: null,
    command: "Received",
    status: "Received",
    channel: null,
  });
  expect(notice?.headers["x-termii-signature"]).toBe(
    createHmac("sha512", "sandbox-termii-secret-key")
      .update(notice?.body ?? "")
      .digest("hex"),
  );
  expect((await stage.call("/inbox/messages")).json).toMatchObject([{ replies: [{ text: "YES ABC234" }] }]);
});

test("replies from the page's form, and redirects back to the message", async () => {
  const stage = await startTestSandbox();
  await sendSms(stage, "2348031234567", "Reply YES ABC234 or NO ABC234");
  const [{ id } = { id: "" }] = stage.sandbox.context.messages.list(undefined);
  const response = await stage.call(`/inbox/messages/${id}/reply`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "text=NO+ABC234",
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, `/inbox#m-${id}`]);
  await waitFor(() => stage.notices.some(({ body }) => JSON.parse(body).message === "NO ABC234"));
});

test("accepts replies only to a delivered SMS, and only with text", async () => {
  const stage = await startTestSandbox();
  await sendMail(stage.sandbox.smtpPort, "ada@example.test", mail("Hello", "Ada"));
  await sendSms(stage, "2348031230009", "Lost");
  await sendSms(stage, "2348031234567", "Here");
  const [here, lost, byMail] = stage.sandbox.context.messages.list(undefined);
  const reply = async (id: string | undefined, text: string) =>
    (await stage.post(`/inbox/messages/${id}/reply`, { text })).status;
  expect(await reply("none", "YES")).toBe(404);
  expect(await reply(byMail?.id, "YES")).toBe(409);
  expect(await reply(lost?.id, "YES")).toBe(409);
  expect(await reply(here?.id, " ")).toBe(400);
  expect(await reply(here?.id, "x".repeat(481))).toBe(400);
});

test("shows a message as text, with links for web addresses and buttons for YES and NO", async () => {
  const stage = await startTestSandbox();
  await sendSms(
    stage,
    "2348031234567",
    `<script>alert(1)</script> see http://localhost:8080/consent/a?b=1&c="2". Reply YES ABC234 or NO ABC234`,
  );
  const { text, headers } = await stage.call("/inbox");
  expect(text).not.toContain("<script>alert");
  expect(text).toContain("&lt;script&gt;alert(1)");
  expect(text).toContain(
    `<a href="http://localhost:8080/consent/a?b=1&amp;c=" target="_blank" rel="noopener noreferrer">`,
  );
  expect(text).toMatch(/name="text" value="YES ABC234"/);
  expect(text).toMatch(/name="text" value="NO ABC234"/);
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("offers every reply that the product understands for a code", async () => {
  const stage = await startTestSandbox();
  await sendSms(stage, "2348031234567", "Reply YES ABC234 or NO ABC234 by Nov 22");
  await sendSms(stage, "2348031234568", "To allow requests again, reply START.");
  await sendSms(stage, "2348031234569", "Your code is 123456");
  const offered = async (to: string) =>
    [...(await stage.call(`/inbox?to=${to}`)).text.matchAll(/name="text" value="([^"]+)"/g)].map(([, value]) => value);
  expect(await offered("2348031234567")).toEqual([
    "YES ABC234",
    "NO ABC234",
    "WHO ABC234",
    "STOP ABC234",
    "HELP",
    "STOP",
  ]);
  expect(await offered("2348031234568")).toEqual(["START"]);
  expect(await offered("2348031234569")).toEqual([]);
});

test("stores the newest messages and deletes the oldest", async () => {
  const stage = await startTestSandbox();
  const { messages } = stage.sandbox.context;
  for (let at = 1; at <= maxStoredMessages + 100; at++)
    messages.add({ channel: "sms", to: "+2348031234567", text: `${at}` });
  const stored = messages.list(undefined);
  expect(stored).toHaveLength(maxStoredMessages);
  expect(stored[0]?.text).toBe(`${maxStoredMessages + 100}`);
  const all = stage.sandbox.context.database.one("select count(*) as total from messages");
  expect(all?.["total"]).toBeLessThan(maxStoredMessages + 50);
});

test("streams an event for a new message", async () => {
  const stage = await startTestSandbox();
  const ended = new AbortController();
  const stream = await fetch(`${stage.url}/inbox/events`, { signal: ended.signal });
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const words = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await words?.read())?.value).toContain("retry");
  await sendSms(stage, "2348031234567", "Hello");
  expect((await words?.read())?.value).toContain("event: change");
  ended.abort();
});
