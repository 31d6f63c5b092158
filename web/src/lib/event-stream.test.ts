import { streamReplaced } from "@idanimo/contract/live-events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listenToEvents, parseLiveEvent } from "./event-stream.ts";

test("ignores messages that the contract does not define", () => {
  expect(parseLiveEvent('{"type":"item_closed","requestId":"r1"}')).toEqual({ type: "item_closed", requestId: "r1" });
  for (const text of ["", "null", "[]", '"text"', '{"type":1}', '{"type":"made_up"}', "{"])
    expect(parseLiveEvent(text)).toBeUndefined();
});

describe("a stream that a newer page replaced", () => {
  class FakeStream extends EventTarget {
    static opened: FakeStream[] = [];
    onopen?: () => void;
    onerror?: () => void;
    isClosed = false;
    constructor() {
      super();
      FakeStream.opened.push(this);
    }
    close() {
      this.isClosed = true;
    }
  }
  class FakeDocument extends EventTarget {
    visibilityState = "visible";
    looks(state: "visible" | "hidden") {
      this.visibilityState = state;
      this.dispatchEvent(new Event("visibilitychange"));
    }
  }
  const page = new FakeDocument();
  const onStream = vi.fn();
  let leave: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("EventSource", FakeStream);
    vi.stubGlobal("document", page);
    FakeStream.opened = [];
    onStream.mockClear();
    leave = listenToEvents({ onEvent: () => {}, onOpenChange: onStream, onReconnectFailed: () => {} });
    FakeStream.opened[0]?.onopen?.();
    FakeStream.opened[0]?.dispatchEvent(new Event(streamReplaced));
  });
  afterEach(() => {
    leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("reconnects only when its page becomes visible again [T-65]", () => {
    expect(FakeStream.opened[0]?.isClosed).toBe(true);
    expect(onStream.mock.calls, "the page polls without it").toEqual([[true], [false]]);
    vi.advanceTimersByTime(3_600_000);
    page.looks("hidden");
    expect(FakeStream.opened).toHaveLength(1);
    page.looks("visible");
    page.looks("visible");
    expect(FakeStream.opened).toHaveLength(2);
  });

  test("does not reconnect after the last listener is removed [T-65]", () => {
    leave();
    page.looks("visible");
    expect(FakeStream.opened).toHaveLength(1);
  });
});
