import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBoundary, readMultipartFile } from "./multipart-file.ts";

const form = (file: Buffer, end = "\r\n--mark--\r\n") =>
  Buffer.concat([
    Buffer.from('--mark\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
    file,
    Buffer.from(end),
  ]);
async function read(body: Buffer, cuts: readonly number[] = [], most = 1_000) {
  const places = [0, ...cuts.map((cut) => cut % (body.length + 1)).toSorted((a, b) => a - b), body.length];
  const chunks = places.slice(1).map((to, at) => body.subarray(places[at], to));
  const pieces: Buffer[] = [];
  const seen = await readMultipartFile(Readable.from(chunks, { objectMode: true }), "mark", most, (piece) =>
    pieces.push(piece),
  );
  return { seen, bytes: Buffer.concat(pieces) };
}

describe("readMultipartFile", () => {
  test("returns the file unchanged, wherever the body's chunks are split", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
          // bytes that resemble the closing boundary
          fc
            .array(fc.constantFrom("\r\n--mar", "\r\n", "--mark", "\r\r\n-", "x"))
            .map((parts) => Buffer.from(parts.join("|"))),
        ),
        fc.array(fc.nat(400), { maxLength: 8 }),
        async (file, cuts) => {
          const { seen, bytes } = await read(form(file), cuts);
          expect([seen, bytes.equals(file)]).toEqual(["whole", true]);
        },
      ),
    );
  });

  test.each([
    { what: "a missing end", body: form(Buffer.from("abc"), ""), seen: "unreadable" },
    { what: "another boundary", body: Buffer.from("--other\r\n\r\nabc\r\n--mark--"), seen: "unreadable" },
    { what: "headers without an end", body: Buffer.from(`--mark\r\n${"x".repeat(5_000)}`), seen: "unreadable" },
    { what: "an empty body", body: Buffer.alloc(0), seen: "unreadable" },
    { what: "one byte too many", body: form(Buffer.alloc(1_001)), seen: "too_large" },
    { what: "the maximum size", body: form(Buffer.alloc(1_000)), seen: "whole" },
  ])("returns $seen for $what", async ({ body, seen }) => {
    expect((await read(body)).seen).toBe(seen);
  });

  test.each([
    { type: "multipart/form-data; boundary=mark", boundary: "mark" },
    { type: 'multipart/form-data; boundary="a b"', boundary: "a b" },
    { type: "application/pdf", boundary: undefined },
    { type: "multipart/form-data", boundary: undefined },
    { type: undefined, boundary: undefined },
  ])("parseBoundary finds $boundary in $type", ({ type, boundary }) => {
    expect(parseBoundary(type)).toBe(boundary);
  });
});
