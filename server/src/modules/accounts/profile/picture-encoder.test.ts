import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { profileImageMaxBytes } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openPictureEncoder } from "./picture-encoder.ts";
import { canary, hostileFiles, noisePicture } from "./testing/hostile-files.ts";
import { decodePictureUpload } from "./picture-upload.ts";

const messageOf = (sent: string) => {
  const read = decodePictureUpload(sent);
  return read.ok ? "read" : read.problem.fields?.["profileImage"];
};

test("rejects hostile files or re-encodes them cleanly, in under 100 MB [T-57 PROFILE-06]", async () => {
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThanOrEqual(200);
  const program = fork(fileURLToPath(new URL("./testing/reencode-and-measure.ts", import.meta.url)), {
    serialization: "advanced",
    execArgv: [],
  });
  const fates: string[] = [];
  let riseBytes = 0;
  for (const { name, bytes, expected: fate } of files) {
    expect([name, bytes.length <= profileImageMaxBytes]).toEqual([name, true]);
    const message = messageOf(bytes.toString("base64"));
    if (message !== "read") {
      fates.push(`${name}: ${message === texts.imageType ? "type" : String(message)}`);
      continue;
    }
    const answer = await drawnBy(program, bytes);
    if (!answer) throw new Error(`${name} ended the encoder process`);
    riseBytes = Math.max(riseBytes, answer.riseBytes);
    if (typeof answer.drawn !== "string") await expectClean(name, Buffer.from(answer.drawn));
    const became = typeof answer.drawn === "string" ? "unreadable" : "drawn";
    fates.push(`${name}: ${fate === "either" ? "either" : became}`);
  }
  program.kill();
  expect(fates).toEqual(files.map(({ name, expected: fate }) => `${name}: ${fate}`));
  expect(riseBytes).toBeLessThan(100 * 2 ** 20);
}, 120_000);

type Drawn = { readonly drawn: Uint8Array | string; readonly riseBytes: number };

/** @returns undefined if the program exited */
function drawnBy(program: ChildProcess, bytes: Buffer): Promise<Drawn | undefined> {
  return new Promise<Drawn | undefined>((resolve) => {
    program.once("message", (answer) => resolve(answer as Drawn));
    program.once("exit", () => resolve(undefined));
    program.send(bytes);
  }).finally(() => program.removeAllListeners());
}

async function expectClean(name: string, drawn: Buffer): Promise<void> {
  const { format, width, height, exif, icc, xmp, iptc, pages } = await sharp(drawn).metadata();
  expect([name, { format, width, height, exif, icc, xmp, iptc, pages }]).toEqual([
    name,
    {
      format: "webp",
      width: 512,
      height: 512,
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      iptc: undefined,
      pages: undefined,
    },
  ]);
  expect(drawn.includes(canary) || drawn.includes("CANARY")).toBe(false);
  expect(drawn.length).toBeLessThanOrEqual(profileImageMaxBytes);
}

test("turns a picture upright before cropping it", async () => {
  const halves = await sharp({ create: { width: 200, height: 100, channels: 3, background: "red" } })
    .composite([{ input: { create: { width: 100, height: 100, channels: 3, background: "blue" } }, left: 100, top: 0 }])
    .withMetadata({ orientation: 6 }) // a quarter turn to the right: the left side is up
    .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const drawn = await openPictureEncoder().reencode(halves);
  if (!drawn.ok) throw new Error("picture rejected");
  const at = async (top: number) => [
    ...(await sharp(drawn.value).extract({ left: 256, top, width: 1, height: 1 }).raw().toBuffer()),
  ];
  const [up, down] = [await at(20), await at(490)];
  expect((up[0] ?? 0) > 200 && (up[2] ?? 255) < 60).toBe(true); // red
  expect((down[2] ?? 0) > 200 && (down[0] ?? 255) < 60).toBe(true); // blue
});

test("accepts a file of 2,097,152 bytes and rejects one byte more [T-57 PROFILE-07]", async () => {
  const small = await noisePicture(64, 64).jpeg().toBuffer();
  const padded = (length: number) => Buffer.concat([small, Buffer.alloc(length - small.length)]).toString("base64");
  expect(messageOf(padded(profileImageMaxBytes))).toBe("read");
  expect(messageOf(padded(profileImageMaxBytes + 1))).toBe(texts.imageTooLarge);
});

const good = (await noisePicture(8, 8).png().toBuffer()).toString("base64");
test.each([
  ["without a prefix", good, "read"],
  ["with its prefix", `data:image/png;base64,${good}`, "read"],
  ["with the prefix of another type", `data:image/jpeg;base64,${good}`, "read"],
  ["with the prefix of an SVG", `data:image/svg+xml;base64,${good}`, "read"],
  ["an HTML data URL", `data:text/html;base64,${good}`, texts.imageUnreadable],
  ["two prefixes", `data:image/png;base64,data:image/png;base64,${good}`, texts.imageUnreadable],
  ["a prefix alone", "data:image/png;base64,", texts.imageType],
  ["percent encoding", "data:image/png,%89PNG", texts.imageUnreadable],
  ["base64url", `${good.slice(0, 8)}-_${good.slice(10)}`, texts.imageUnreadable],
  ["line breaks", good.replace(/(.{60})/g, "$1\n"), texts.imageUnreadable],
  ["surrounding spaces", ` ${good} `, texts.imageUnreadable],
  ["too much padding", `${good}==`, texts.imageUnreadable],
  ["trailing data", `${good.slice(0, -4)}AB==CD==`, texts.imageUnreadable],
  ["plain text", "this is no picture", texts.imageUnreadable],
  ["null characters", "\0\0\0\0", texts.imageUnreadable],
  ["a URL", "https://evil.example/me.png", texts.imageUnreadable],
  ["a path", "/etc/passwd", texts.imageUnreadable],
])("decodes only base64 of a JPG or PNG: %s [T-57 T-60]", (_what, sent, message) => {
  expect(messageOf(sent)).toBe(message);
});

test("encodes one picture at a time and rejects one when the queue is full [T-57]", async () => {
  const bytes = await noisePicture(32, 32).png().toBuffer();
  const pictures = openPictureEncoder({ queue: 1 });
  const results = await Promise.all([pictures.reencode(bytes), pictures.reencode(bytes), pictures.reencode(bytes)]);
  expect(results.map((result) => result.ok || result.problem.code)).toEqual([true, true, "unavailable"]);
  expect((await pictures.reencode(bytes)).ok).toBe(true);
});

test("rejects a picture that takes too long as unreadable [T-57]", async () => {
  const bytes = await noisePicture(32, 32).png().toBuffer();
  const rejected = await openPictureEncoder({ timeoutMs: 1 }).reencode(bytes);
  expect(rejected).toMatchObject({ ok: false, problem: { fields: { profileImage: texts.imageUnreadable } } });
});
