import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

const key = { authorization: "Bearer sandbox-live-face-key" };
const holder = "one-account";
const picture = "/9j/4AAQSkZJRg==";

/** A ticket, from the fragment of the page's address. */
async function newTicket(stage: TestSandbox): Promise<string> {
  const { status, text } = await stage.post("/live-face/v1/tickets", { lifeSeconds: 600, holder }, key);
  expect(status).toBe(201);
  const [, ticket = ""] = /\/live-face\/capture#([\w-]{43})"/.exec(text) ?? [];
  return ticket;
}
const open = (stage: TestSandbox, ticket: string) => stage.post("/live-face/capture/open", { ticket });
const send = (stage: TestSandbox, ticket: string, image = picture) =>
  stage.post("/live-face/capture", { ticket, image });
const take = (stage: TestSandbox, reference: unknown, headers: Record<string, string> = key, of = holder) =>
  stage.post("/live-face/v1/pictures/take", { reference, holder: of }, headers);
const referenceIn = (text: string) => /"reference":"(lf_[\w-]{22})"/.exec(text)?.[1];

test("opens the page and takes one picture per ticket, then returns 410 [T-50]", async () => {
  const stage = await startTestSandbox();
  const ticket = await newTicket(stage);
  expect((await send(stage, ticket)).status, "not opened yet").toBe(410);
  expect((await open(stage, ticket)).status).toBe(200);
  expect((await open(stage, ticket)).status).toBe(410);
  const sent = await send(stage, ticket);
  expect(referenceIn(sent.text)).toBeDefined();
  expect((await send(stage, ticket)).status).toBe(410);
});

test("expires a ticket after its time, opened or not [T-50]", async () => {
  const stage = await startTestSandbox();
  const [opened, waiting] = [await newTicket(stage), await newTicket(stage)];
  await open(stage, opened);
  stage.passTime(600_001);
  expect((await send(stage, opened)).status).toBe(410);
  expect((await open(stage, waiting)).status).toBe(410);
});

test("returns a picture once, only with the key, and deletes it [T-55]", async () => {
  const stage = await startTestSandbox();
  const captured = async () => {
    const ticket = await newTicket(stage);
    await open(stage, ticket);
    return referenceIn((await send(stage, ticket)).text);
  };
  const reference = await captured();
  expect((await take(stage, reference, {})).status).toBe(401);
  expect((await take(stage, "lf_AAAAAAAAAAAAAAAAAAAAAA")).status).toBe(404);
  expect((await take(stage, reference, key, "another-account")).status, "T-50 another's capture").toBe(404);
  expect(await take(stage, reference)).toMatchObject({ status: 200, text: JSON.stringify({ image: picture }) });
  expect((await take(stage, reference)).status).toBe(410);
  const forgotten = await captured();
  stage.passTime(3_600_001);
  expect((await take(stage, forgotten)).status).toBe(410);
});

test.each(["PHN2ZyBvbmxvYWQ9", "", `/9j/${"A".repeat(2_900_000)}`])(
  "rejects what is not a picture of at most 2 MB, and the ticket stays valid (%#) [T-57]",
  async (image) => {
    const stage = await startTestSandbox();
    const ticket = await newTicket(stage);
    await open(stage, ticket);
    expect((await send(stage, ticket, image)).status).toBe(400);
    expect((await send(stage, ticket)).status).toBe(200);
  },
);

test("allows framing, sends no referrer and loads nothing from other origins [LIVEFACE-01]", async () => {
  const stage = await startTestSandbox();
  const { headers, text } = await stage.call("/live-face/capture");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors *");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(text).not.toMatch(/https?:/);
  expect((await stage.call("/live-face/capture.js")).text).toContain("face_captured");
});
