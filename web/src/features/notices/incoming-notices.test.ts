import { profile } from "@idanimo/contract/accounts";
import { notices } from "@idanimo/contract/notices";
import { paymentHistory } from "@idanimo/contract/wallet";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { navigate } from "../../lib/router.ts";
import { receivePushMessage, announceNotice } from "./incoming-notices.ts";

const sounded = vi.hoisted(() => vi.fn<() => Promise<void>>(async () => undefined));
vi.mock("./notice-sound.ts", () => ({ playNoticeSound: sounded }));

const reported = {
  id: "n-1",
  kind: "refund_initiated",
  title: "A refund has been initiated",
  text: "₦588",
  at: "2026-11-21T10:00:00Z",
  link: "/vehicle/7",
};
let fetched: string[] = [];
let listed = reported;
beforeEach(() => {
  sounded.mockClear();
  fetched = [];
  listed = reported;
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("location", { pathname: "/main-dashboard", search: "" });
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return Response.json({
      notices: [{ ...listed, id: "00000000-0000-4000-8000-000000000000", read: false }],
      unread: 1,
      next: null,
    });
  });
});
const id = "00000000-0000-4000-8000-000000000000";

/** The query cache of a page, with data for each key. */
function page() {
  const client = new QueryClient();
  const keys = [profile.path, notices.path, paymentHistory.path];
  for (const key of keys) client.setQueryData([key], { kept: true });
  const stale = () => keys.filter((key) => client.getQueryState([key])?.isInvalidated);
  return { client, stale, data: () => keys.map((key) => client.getQueryData([key])) };
}
const message = (data: unknown, ports: readonly unknown[] = []) =>
  ({ data, ports }) as unknown as MessageEvent<unknown>;

test("plays a sound and refetches the user after a push about a refund [PUSH-02 PUSH-03 T-70]", () => {
  const { client, stale, data } = page();
  const forged = { type: "idanimo:push", kind: "REFUND_INITIATED", walletBalance: 1e9, title: "You are rich" };
  receivePushMessage(client, message(forged), () => undefined);
  expect(sounded).toHaveBeenCalledOnce();
  expect(stale()).toEqual([profile.path, notices.path, paymentHistory.path]);
  expect(data()).toEqual([{ kept: true }, { kept: true }, { kept: true }]);
});

test("ignores messages that are not from our worker [T-70]", () => {
  const { client, stale } = page();
  for (const data of [null, "REFUND_INITIATED", { kind: "REFUND_INITIATED" }, { type: "refund_initiated" }])
    receivePushMessage(client, message(data), () => expect.unreachable());
  expect(sounded).not.toHaveBeenCalled();
  expect(stale()).toEqual([]);
});

test("opens the list when a push is pressed, and confirms to the worker", () => {
  const [open, answer] = [vi.fn(), vi.fn()];
  receivePushMessage(page().client, message({ type: "idanimo:push-pressed" }, [{ postMessage: answer }]), open);
  expect([open.mock.calls.length, answer.mock.calls.length]).toEqual([1, 1]);
});

test("toasts a notice in the server's words, unless its subject is on the screen [PUSH-02]", async () => {
  const [toast, open] = [vi.fn<(toast: { text: unknown }) => void>(), vi.fn()];
  await announceNotice(page().client, id, { toast, open });
  expect(toast.mock.calls.map(([toast]) => toast.text)).toEqual([reported.title]);
  await announceNotice(page().client, id, undefined);
  await announceNotice(page().client, "11111111-1111-4111-8111-111111111111", { toast, open });
  for (const before of [
    { pathname: reported.link, search: "" },
    { pathname: "/consent", search: "?request=7" },
  ]) {
    vi.stubGlobal("location", before);
    await announceNotice(page().client, id, { toast, open });
  }
  expect(toast).toHaveBeenCalledOnce();
  expect(sounded).toHaveBeenCalledTimes(5);
});

test.each(
  [
    { asked: ["7"], times: 0, why: "has a notice there already" },
    { asked: ["8"], times: 1, why: "is only a row there" },
    { asked: undefined, times: 1, why: "was not just paid for" },
  ].flatMap((one) => [
    { ...one, what: "a result", link: reported.link },
    { ...one, what: "a failed request", link: "/main-dashboard?request=7" },
  ]),
)("toasts $what $times times on the dashboard if the request $why [PUSH-02]", async ({ asked, times, link }) => {
  vi.stubGlobal("history", { state: { key: "k", state: { asked } } });
  listed = { ...reported, link };
  const toast = vi.fn();
  await announceNotice(page().client, id, { toast, open: () => undefined });
  expect(toast).toHaveBeenCalledTimes(times);
});

test("removes a toast when the user opens its subject, and not before [PUSH-02]", async () => {
  vi.stubGlobal("history", { state: null, replaceState: vi.fn(), pushState: vi.fn() });
  vi.stubGlobal("scrollY", 0);
  const received: AbortSignal[] = [];
  const toast = ({ until }: { until?: AbortSignal }) => until && received.push(until);
  await announceNotice(page().client, id, { toast, open: () => undefined });
  const arriveAt = (address: string) => {
    const { pathname, search, hash, href } = new URL(address, "http://here");
    vi.stubGlobal("location", { pathname, search, hash, href });
    navigate(address);
  };
  arriveAt("/profile");
  expect(received.map((until) => until.aborted)).toEqual([false]);
  arriveAt(reported.link);
  expect(received.map((until) => until.aborted)).toEqual([true]);
});

test("shows no toast where the user already waits for or views the subject [PUSH-02]", async () => {
  listed = { ...reported, link: "/main-dashboard?request=7" };
  for (const here of [
    { pathname: "/consent", search: "?request=7" },
    { pathname: "/vehicle/7", search: "" },
  ]) {
    vi.stubGlobal("location", here);
    await announceNotice(page().client, id, { toast: () => expect.unreachable(), open: () => undefined });
  }
});

test("fetches no notice text for a hidden page", async () => {
  vi.stubGlobal("document", { visibilityState: "hidden" });
  await announceNotice(page().client, id, { toast: () => expect.unreachable(), open: () => undefined });
  expect(fetched).toEqual([]);
  expect(sounded).toHaveBeenCalledOnce();
});
