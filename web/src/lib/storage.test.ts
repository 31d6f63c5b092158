import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  clearAllStorage,
  removeExpiredDrafts,
  syncThemeCookie,
  storedBusinessDraft,
  storedClickId,
  storedSignedInHint,
  storedSignUpDraft,
  storedTheme,
} from "./storage.ts";

const storedItems = new Map<string, string>();
const memory = {
  getItem: (key: string) => storedItems.get(key) ?? null,
  setItem: (key: string, value: string) => void storedItems.set(key, value),
  removeItem: (key: string) => void storedItems.delete(key),
  clear: () => storedItems.clear(),
};

beforeEach(() => {
  storedItems.clear();
  vi.stubGlobal("localStorage", memory);
  vi.stubGlobal("sessionStorage", memory);
});

test("treats a value of another shape as absent", () => {
  storedItems.set("theme", "purple").set("CLICK_ID", "<script>").set("root", "{broken");
  expect(storedTheme.get()).toBeUndefined();
  expect(storedClickId.get()).toBeUndefined();
  expect(storedSignedInHint.get()).toBeUndefined();
});

test("ignores the hint of an expired session", () => {
  const hint = { isAuthenticated: true, firstName: "Ada", lastName: "Obi" } as const;
  storedSignedInHint.set({ ...hint, expirationDate: new Date(Date.now() + 60_000).toISOString() });
  expect(storedSignedInHint.get()?.firstName).toBe("Ada");
  storedSignedInHint.set({ ...hint, expirationDate: new Date(Date.now() - 1).toISOString() });
  expect(storedSignedInHint.get()).toBeUndefined();
});

test("reads the other shape of a user without its token and identity number [SESSION-03 T-09]", () => {
  const other = { email: "ada@example.test", firstName: "Ada", phone: "0803", nin: "70123456789", jwtToken: "canary" };
  const expirationDate = new Date(Date.now() + 60_000).toISOString();
  storedItems.set(
    "root",
    JSON.stringify({ isAuthenticated: true, ...other, currency: "NGN", walletBalance: 0, expirationDate }),
  );
  expect(storedSignedInHint.get()).toEqual({ isAuthenticated: true, firstName: "Ada", lastName: "", expirationDate });
});

test("a draft omits passwords and identity numbers, and expires after 30 minutes [T-19 SIGNUP-19 SIGNUP-23]", () => {
  const filledIn = { firstName: "Ada", password: "Canary-1!", nin: "70123456789" };
  storedSignUpDraft.set(filledIn);
  storedBusinessDraft.set(filledIn);
  expect([...storedItems.values()].join()).not.toMatch(/Canary|70123456789/);
  expect(storedSignUpDraft.get()).toEqual({ firstName: "Ada" });
  storedItems.set(
    "formData",
    JSON.stringify({ firstName: "Ada", savedAt: new Date(Date.now() - 31 * 60_000).toISOString() }),
  );
  expect(storedSignUpDraft.get()).toBeUndefined();
});

test("removes expired drafts and keeps the others [T-19]", () => {
  storedBusinessDraft.set({ businessName: "Bright Homes" });
  storedItems.set("formData", JSON.stringify({ email: "canary@example.test", savedAt: new Date(0).toISOString() }));
  removeExpiredDrafts();
  expect([...storedItems.keys()]).toEqual(["businessFormData"]);
});

test("works as if empty in a browser that blocks storage", () => {
  const refuse = () => {
    throw new Error("denied");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse });
  expect(() => {
    storedTheme.set("dark");
    clearAllStorage();
  }).not.toThrow();
  expect(storedTheme.get()).toBeUndefined();
});

describe("the stored theme", () => {
  const cookies = new Map<string, string>();
  beforeEach(() => {
    cookies.clear();
    vi.stubGlobal("location", { protocol: "https:" });
    vi.stubGlobal("document", {
      get cookie() {
        return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      },
      set cookie(text: string) {
        const [pair = "", ...rest] = text.split("; ");
        const [name = "", value = ""] = pair.split("=");
        if (rest.includes("Max-Age=0")) cookies.delete(name);
        else cookies.set(name, value);
      },
    });
  });

  test("is in the storage and in a cookie, for pages that the server renders [LAND-21]", () => {
    storedTheme.set("dark");
    expect([storedItems.get("theme"), cookies.get("theme")]).toEqual(["dark", "dark"]);
    storedTheme.set("light");
    expect([storedItems.get("theme"), cookies.get("theme")]).toEqual(["light", "light"]);
  });

  test("is removed from both at the end of a session [SESSION-06]", () => {
    storedTheme.set("dark");
    clearAllStorage();
    expect([storedItems.get("theme"), cookies.get("theme")]).toEqual([undefined, undefined]);
  });

  test("adds a missing cookie, and removes one without a stored theme [LAND-22]", () => {
    storedItems.set("theme", "dark");
    syncThemeCookie();
    expect(cookies.get("theme")).toBe("dark");
    storedItems.delete("theme");
    syncThemeCookie();
    expect(cookies.has("theme")).toBe(false);
  });
});
