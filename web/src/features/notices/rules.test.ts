import { noticeKinds } from "@idanimo/contract/notices";
import { expect, test } from "vitest";
import { formatAgo } from "./format-ago.ts";
import { bellLabel, formatUnreadCount, isPushPressed, ownLinkOf, parsePushedKind, noticeToneOf } from "./rules.ts";

test.each([
  { link: "/main-dashboard", place: "/main-dashboard", why: "one of our screens" },
  { link: "/result/r-1?from=notice#top", place: "/result/r-1?from=notice#top", why: "with query and fragment" },
  { link: null, place: undefined, why: "no link" },
  { link: "https://elsewhere.example/", place: undefined, why: "another site" },
  { link: "//elsewhere.example/", place: undefined, why: "another site without a scheme" },
  { link: "/\\elsewhere.example/", place: undefined, why: "another site with a backslash" },
  { link: "javascript:alert(1)", place: undefined, why: "a script" },
])("links a notice only to addresses of this application: $why", ({ link, place }) => {
  expect(ownLinkOf({ link })).toBe(place);
});

test("shows the unread count as text and as a label", () => {
  expect([formatUnreadCount(1), formatUnreadCount(99), formatUnreadCount(100)]).toEqual(["1", "99", "99+"]);
  expect([bellLabel(0), bellLabel(3)]).toEqual(["Notices", "Notices, 3 unread"]);
});

test("shows a notice from the future as new, whatever the clocks say", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const ago = (ms: number) => formatAgo(now - ms, now);
  expect([ago(-5_000), ago(0), ago(59_999), ago(60_000)]).toEqual(["just now", "just now", "just now", "1 minute ago"]);
});

test("shows as problems only what ended badly or needs someone to act", () => {
  const problems = noticeKinds.filter((kind) => noticeToneOf({ kind }) === "problem");
  expect(problems.toSorted()).toEqual([
    "consent_denied",
    "key_address_refused",
    "key_leaked",
    "organisation_closing",
    "support_phone_requested",
    "webhook_disabled",
  ]);
});

test.each([
  { data: { type: "idanimo:push", kind: "REFUND_INITIATED", amount: 9 }, kind: "REFUND_INITIATED" },
  { data: { type: "idanimo:push", kind: "" }, kind: "" },
  { data: { type: "idanimo:push" }, kind: undefined },
  { data: { type: "other", kind: "REFUND_INITIATED" }, kind: undefined },
  { data: "REFUND_INITIATED", kind: undefined },
  { data: null, kind: undefined },
])("reads only the kind from a push message: $data [T-70]", ({ data, kind }) => {
  expect(parsePushedKind(data)).toBe(kind);
  expect(isPushPressed(data)).toBe(false);
});

test("shows a notice of a kind that only a newer server knows as information [ERR-16]", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that the contract does not have yet
  expect(noticeToneOf({ kind: "invoice_ready" as "bulk_completed" })).toBe("info");
});
