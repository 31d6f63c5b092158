import { noticeKinds } from "@idanimo/contract/notices";
import { expect, test } from "vitest";
import { formatAgo } from "./format-ago.ts";
import { bellLabel, formatUnreadCount, isPushPressed, ownLinkOf, parsePushedKind, noticeToneOf } from "./rules.ts";

test.each([
  { link: "/main-dashboard", place: "/main-dashboard", why: "a screen of ours" },
  { link: "/result/r-1?from=notice#top", place: "/result/r-1?from=notice#top", why: "with all that belongs to it" },
  { link: null, place: undefined, why: "a notice may lead nowhere" },
  { link: "https://elsewhere.example/", place: undefined, why: "another site" },
  { link: "//elsewhere.example/", place: undefined, why: "another site in the scheme of ours" },
  { link: "/\\elsewhere.example/", place: undefined, why: "the same, as some browsers read it" },
  { link: "javascript:alert(1)", place: undefined, why: "a script" },
])("a notice leads within the application or nowhere: $why", ({ link, place }) => {
  expect(ownLinkOf({ link })).toBe(place);
});

test("the bell says how many are unread, to eyes and to ears", () => {
  expect([formatUnreadCount(1), formatUnreadCount(99), formatUnreadCount(100)]).toEqual(["1", "99", "99+"]);
  expect([bellLabel(0), bellLabel(3)]).toEqual(["Notices", "Notices, 3 unread"]);
});

test("a notice is never told in the future, whatever the clocks say", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const ago = (ms: number) => formatAgo(now - ms, now);
  expect([ago(-5_000), ago(0), ago(59_999), ago(60_000)]).toEqual(["just now", "just now", "just now", "1 minute ago"]);
});

test("every kind of notice has its icon, and only a refusal looks like one", () => {
  expect(noticeKinds.filter((kind) => noticeToneOf({ kind }) === "problem")).toEqual(["consent_denied"]);
});

test.each([
  { data: { type: "idanimo:push", kind: "REFUND_INITIATED", amount: 9 }, kind: "REFUND_INITIATED" },
  { data: { type: "idanimo:push", kind: "" }, kind: "" },
  { data: { type: "idanimo:push" }, kind: undefined },
  { data: { type: "other", kind: "REFUND_INITIATED" }, kind: undefined },
  { data: "REFUND_INITIATED", kind: undefined },
  { data: null, kind: undefined },
])("T-70 a page hears only that something was pushed, and of which kind: $data", ({ data, kind }) => {
  expect(parsePushedKind(data)).toBe(kind);
  expect(isPushPressed(data)).toBe(false);
});

test("a notice of a kind that only a newer server knows is plain [ERR-16]", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a word that the contract does not have yet
  expect(noticeToneOf({ kind: "invoice_ready" as "bulk_completed" })).toBe("info");
});
