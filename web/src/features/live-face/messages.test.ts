import { expect, test } from "vitest";
import { parseCapturedReference, isFrameable, parseTabMessage } from "./face-messages.ts";

const origin = "https://face.example";
const home = "https://idanimo.example";
const frame = {};
const reference = `lf_${"A".repeat(22)}`;
const good = { origin, source: frame, data: { type: "face_captured", reference } };

test.each([
  { why: "the capture page itself is heard", heard: good, captured: reference },
  { why: "another origin is not", heard: { ...good, origin: home } },
  { why: "another window of its origin is not", heard: { ...good, source: {} } },
  { why: "a reference of another form is none", heard: { ...good, data: { ...good.data, reference: "70123456789" } } },
  { why: "another kind of message is none", heard: { ...good, data: { type: "face_failed", reference } } },
  { why: "a text is no message", heard: { ...good, data: reference } },
])("LIVEFACE-01 O-42 $why", ({ heard, captured }) => {
  expect(parseCapturedReference(heard, origin, frame)).toBe(captured);
});

test("LIVEFACE-01 before there is a frame nobody is heard", () => {
  expect(parseCapturedReference({ ...good, source: undefined }, origin, undefined)).toBeUndefined();
});

test.each([
  { why: "a page at its ticket's origin", ticket: { address: `${origin}/capture#t`, origin }, framed: true },
  { why: "a page of another origin", ticket: { address: "https://evil.example/#t", origin }, framed: false },
  { why: "a page of our own", ticket: { address: `${home}/x`, origin: home }, framed: false },
  { why: "a script", ticket: { address: "javascript:alert(1)", origin: "null" }, framed: false },
])("LIVEFACE-01 T-50 $why is framed: $framed", ({ ticket, framed }) => {
  expect(isFrameable(ticket, home)).toBe(framed);
});

test("LIVEFACE-02 tabs tell each other of a capture by its reference alone", () => {
  expect(parseTabMessage({ type: "offered", reference, nin: "70123456789" })).toEqual({ type: "offered", reference });
  expect(parseTabMessage({ type: "offered", reference: "70123456789" })).toBeUndefined();
  expect(parseTabMessage({ type: "stolen", reference })).toBeUndefined();
});
