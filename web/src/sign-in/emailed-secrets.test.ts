import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearEmailedSecrets, getResetLink, getConfirmToken, captureEmailedSecrets } from "./emailed-secrets.ts";

const token = "k".repeat(43);
let shown: string[] = [];

function openedAt(pathname: string, hash = "") {
  vi.stubGlobal("location", { pathname, hash });
  vi.stubGlobal("history", { replaceState: (_state: unknown, _title: string, address: string) => shown.push(address) });
  captureEmailedSecrets();
}

beforeEach(() => {
  shown = [];
  clearEmailedSecrets();
});
afterEach(() => vi.unstubAllGlobals());

test("removes a reset link from the URL and holds it in memory only [T-12]", () => {
  openedAt(`/reset-password/ada%2Bwork%40example.test/${token}`);
  expect(shown).toEqual(["/reset-password"]);
  expect(getResetLink()).toEqual({ email: "ada+work@example.test", token });
});

test("removes a confirmation link from the URL [T-12]", () => {
  openedAt("/email-confirm", `#${token}`);
  expect(shown).toEqual(["/email-confirm"]);
  expect(getConfirmToken()).toBe(token);
});

test.each([".", ",", ")", "%20", "%E2%80%8B", "'>"])(
  "reads a confirmation link that was copied with %s after it [T-12]",
  (trailing) => {
    openedAt("/email-confirm", `#${token}${trailing}`);
    expect(getConfirmToken()).toBe(token);
  },
);

test.each([
  { pathname: "/reset-password", hash: "" },
  { pathname: "/login", hash: `#${token}` },
  { pathname: "/email-confirm", hash: "#main" },
])("leaves a URL without an emailed secret unchanged: $pathname$hash", ({ pathname, hash }) => {
  openedAt(pathname, hash);
  expect(shown).toEqual([]);
  expect(getResetLink() ?? getConfirmToken()).toBeUndefined();
});
