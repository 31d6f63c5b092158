import { expect, test } from "vitest";
import { parseCapturedReference, isFrameable, parseTabMessage } from "./face-messages.ts";

const origin = "https://face.example";
const home = "https://idanimo.example";
const frame = {};
const reference = `lf_${"A".repeat(22)}`;
const good = { origin, source: frame, data: { type: "face_captured", reference } };

test.each([
  { why: "accepts a message of the capture page", heard: good, captured: reference },
  { why: "ignores another origin", heard: { ...good, origin: home } },
  { why: "ignores another window of the same origin", heard: { ...good, source: {} } },
  { why: "ignores a malformed reference", heard: { ...good, data: { ...good.data, reference: "70123456789" } } },
  { why: "ignores another type of message", heard: { ...good, data: { type: "face_failed", reference } } },
  { why: "ignores a plain text", heard: { ...good, data: reference } },
])("$why [LIVEFACE-01 O-42]", ({ heard, captured }) => {
  expect(parseCapturedReference(heard, origin, frame)).toBe(captured);
});

test("ignores messages before there is a frame [LIVEFACE-01]", () => {
  expect(parseCapturedReference({ ...good, source: undefined }, origin, undefined)).toBeUndefined();
});

test.each([
  { why: "a page at its ticket's origin", ticket: { address: `${origin}/capture#t`, origin }, framed: true },
  { why: "a page of another origin", ticket: { address: "https://evil.example/#t", origin }, framed: false },
  { why: "a page of our own", ticket: { address: `${home}/x`, origin: home }, framed: false },
  { why: "a script", ticket: { address: "javascript:alert(1)", origin: "null" }, framed: false },
])("returns $framed for framing $why [LIVEFACE-01 T-50]", ({ ticket, framed }) => {
  expect(isFrameable(ticket, home)).toBe(framed);
});

test("sends only the reference of a capture between tabs [LIVEFACE-02]", () => {
  expect(parseTabMessage({ type: "offered", reference, nin: "70123456789" })).toEqual({ type: "offered", reference });
  expect(parseTabMessage({ type: "offered", reference: "70123456789" })).toBeUndefined();
  expect(parseTabMessage({ type: "stolen", reference })).toBeUndefined();
});
