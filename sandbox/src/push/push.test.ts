import { createECDH, createPrivateKey, randomBytes, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as ece from "http_ece";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

/** A sender of pushes as in RFC 8291 and 8292. */
const curve = createECDH("prime256v1");
const senderKey = curve.generateKeys("base64url");
const text = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

type Device = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
async function device(stage: TestSandbox, more: object = {}): Promise<Device> {
  const made = await stage.post("/push/devices", more);
  expect(made.status).toBe(201);
  return JSON.parse(made.text) as Device;
}

type Claims = { aud?: string; exp?: number; sub?: string };
function vapid(stage: TestSandbox, but: Claims = {}, key = senderKey): string {
  const point = Buffer.from(senderKey, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const d = curve.getPrivateKey().toString("hex").padStart(64, "0");
  const jwk = { kty: "EC", crv: "P-256", x, y, d: Buffer.from(d, "hex").toString("base64url") };
  const exp = Math.floor(stage.sandbox.context.clock.now() / 1_000) + 3_600;
  const claims = { aud: stage.url, exp, sub: "mailto:hello@idanimo.example", ...but };
  const signed = `${text({ typ: "JWT", alg: "ES256" })}.${text(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), {
    key: createPrivateKey({ key: jwk, format: "jwk" }),
    dsaEncoding: "ieee-p1363",
  });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${key}`;
}

function seal({ keys }: Device, words: string): Buffer {
  const privateKey = createECDH("prime256v1");
  privateKey.generateKeys();
  const options = { version: "aes128gcm", privateKey, dh: keys.p256dh, authSecret: keys.auth } as const;
  return ece.encrypt(Buffer.from(words), options);
}

const words = JSON.stringify({ title: "A result is ready", body: "You can see it now.", type: "RESULT_READY" });
type But = { readonly authorization?: string; readonly ttl?: string; readonly body?: Buffer; readonly coding?: string };
async function push(stage: TestSandbox, to: Device, but: But = {}) {
  const response = await fetch(to.endpoint, {
    method: "POST",
    headers: {
      authorization: but.authorization ?? vapid(stage),
      ttl: but.ttl ?? "3600",
      "content-encoding": but.coding ?? "aes128gcm",
      "content-type": "application/octet-stream",
    },
    body: new Uint8Array(but.body ?? seal(to, words)),
  });
  return response.status;
}
const inbox = async (stage: TestSandbox, { endpoint }: Device) =>
  JSON.parse((await stage.call(`/inbox/messages?to=${endpoint.split("/").pop() ?? ""}`)).text) as unknown;

test("loses a response without a body, although the push was accepted [R-27]", async () => {
  const stage = await startTestSandbox();
  const own = await device(stage);
  await stage.post("/__sandbox/faults", { target: "push", kind: "answer_lost", count: 1 });
  expect(await push(stage, own).catch(() => "cut")).toBe("cut");
  expect(await push(stage, own)).toBe(201);
  expect(await inbox(stage, own)).toHaveLength(2);
});

test("decrypts a push with the device's keys and shows it in the inbox", async () => {
  const stage = await startTestSandbox();
  const own = await device(stage);
  expect(await push(stage, own)).toBe(201);
  expect(await inbox(stage, own)).toMatchObject([
    { channel: "push", subject: "A result is ready", text: "You can see it now.\ntype: RESULT_READY" },
  ]);
});

describe("a rejected push", () => {
  test.each<[string, number, (stage: TestSandbox, to: Device) => But]>([
    ["without a sender", 401, () => ({ authorization: "" })],
    [
      "with a token of another service",
      401,
      (stage) => ({ authorization: vapid(stage, { aud: "https://x.example" }) }),
    ],
    ["with an expired token", 401, (stage) => ({ authorization: vapid(stage, { exp: 1_700_000_000 }) })],
    ["with a token valid for too long", 401, (stage) => ({ authorization: vapid(stage, { exp: 9_999_999_999 }) })],
    ["without a sender's contact", 401, (stage) => ({ authorization: vapid(stage, { sub: "me" }) })],
    [
      "signed by another key",
      401,
      (stage) => ({ authorization: vapid(stage, {}, createECDH("prime256v1").generateKeys("base64url")) }),
    ],
    ["without a time to live", 400, () => ({ ttl: "soon" })],
    ["unencrypted", 400, () => ({ body: Buffer.from(words) })],
    ["in another encoding", 400, () => ({ coding: "aesgcm" })],
    ["that is too large", 413, () => ({ body: randomBytes(4_097) })],
    [
      "encrypted for another device",
      400,
      (_stage, { keys }) => ({
        body: seal({ endpoint: "", keys: { ...keys, auth: randomBytes(16).toString("base64url") } }, words),
      }),
    ],
  ])("%s: %i", async (_what, status, but) => {
    const stage = await startTestSandbox();
    const own = await device(stage);
    expect(await push(stage, own, but(stage, own))).toBe(status);
    expect(await inbox(stage, own)).toEqual([]);
  });

  test("for a device of another subscription: 403; for none: 404", async () => {
    const stage = await startTestSandbox();
    const other = createECDH("prime256v1").generateKeys("base64url");
    expect(await push(stage, await device(stage, { applicationServerKey: other }))).toBe(403);
    expect(await push(stage, await device(stage, { applicationServerKey: senderKey }))).toBe(201);
    const own = await device(stage);
    expect(await push(stage, { ...own, endpoint: `${stage.url}/push/0123456789abcdef` })).toBe(404);
  });

  test.each([410, 413, 429])("for a device that returns %i", async (status) => {
    const stage = await startTestSandbox();
    const own = await device(stage, { ending: `0${status}` });
    expect(await push(stage, own)).toBe(status);
  });
});

test("creates a device with a button and shows its subscription", async () => {
  const stage = await startTestSandbox();
  const made = await stage.call("/push/devices", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "ending=0410",
  });
  const page = await stage.call(made.headers.get("location") ?? "");
  expect(page.text).toContain(`${stage.url}/push/`);
  expect(page.text).toContain("p256dh");
  expect((await stage.post("/push/devices", { ending: "0999" })).status).toBe(400);
  expect((await stage.call("/")).text).toContain("Make a device");
});

test("has the faults of any provider", async () => {
  const stage = await startTestSandbox();
  const own = await device(stage);
  await stage.post("/__sandbox/faults", { target: "push", kind: "http_500", count: 1 });
  expect([await push(stage, own), await push(stage, own)]).toEqual([500, 201]);
});
