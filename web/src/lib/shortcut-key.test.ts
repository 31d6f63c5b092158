import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isShortcut } from "./shortcut-key.ts";

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, target: null, ...more }) as KeyboardEvent;

/** An element inside a text field. */
class FakeInput {
  closest() {
    return this;
  }
}

describe("isShortcut", () => {
  const page = { isWide: true, hasDialog: false, stored: null as string | null };
  beforeEach(() => {
    Object.assign(page, { isWide: true, hasDialog: false, stored: null });
    vi.stubGlobal("document", { querySelector: () => (page.hasDialog ? {} : null), cookie: "" });
    vi.stubGlobal("matchMedia", () => ({ matches: page.isWide }));
    vi.stubGlobal("localStorage", { getItem: () => page.stored });
    vi.stubGlobal("HTMLElement", FakeInput);
  });
  afterEach(() => vi.unstubAllGlobals());

  test("accepts the key alone on a wide screen", () => {
    expect(isShortcut(press("n"), "n")).toBe(true);
    expect(isShortcut(press("m"), "n")).toBe(false);
  });
  test.each(["ctrlKey", "metaKey", "altKey", "repeat"] as const)("ignores the key with %s", (modifier) =>
    expect(isShortcut(press("n", { [modifier]: true }), "n")).toBe(false),
  );
  test("ignores the key in a text field", () => {
    expect(isShortcut(press("n", { target: new FakeInput() as unknown as HTMLElement }), "n")).toBe(false);
  });
  test.each([
    ["on a narrow screen", { isWide: false }],
    ["while a dialog is open", { hasDialog: true }],
    ["when the user has turned shortcuts off", { stored: "off" }],
  ])("ignores the key %s", (_when, state) => {
    Object.assign(page, state);
    expect(isShortcut(press("n"), "n")).toBe(false);
  });
});
