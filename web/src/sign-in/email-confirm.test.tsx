import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { closeConfirmLink, clearEmailedSecrets, captureEmailedSecrets } from "./emailed-secrets.ts";
import { EmailConfirmPage } from "./pages/EmailConfirmPage.tsx";

function openedBy(root: object | null) {
  vi.stubGlobal("location", { pathname: "/email-confirm", hash: `#${"k".repeat(43)}` });
  const kept: { state: unknown; replaceState: (state: unknown) => void } = {
    state: null,
    replaceState: (state) => {
      kept.state = state;
    },
  };
  vi.stubGlobal("history", kept);
  vi.stubGlobal("localStorage", { getItem: () => (root ? JSON.stringify(root) : null) });
  captureEmailedSecrets();
  return renderToStaticMarkup(<EmailConfirmPage />);
}
const signedIn = { isAuthenticated: true, expirationDate: new Date(Date.now() + 60_000).toISOString() };
afterEach(() => vi.unstubAllGlobals());

test("T-12 T-15 a page loaded anew has forgotten its link, and does not say that the address is confirmed", () => {
  openedBy(null);
  clearEmailedSecrets(); // as a reload does; the place in the history stays
  const page = renderToStaticMarkup(<EmailConfirmPage />);
  expect(page).toContain("Email not confirmed yet");
  expect(page).toContain("Open the link in our email once more.");
  closeConfirmLink(); // confirmed meanwhile
  expect(renderToStaticMarkup(<EmailConfirmPage />)).toContain("Email verified");
});

test("T-15 a mail program that opens a link confirms nothing: who is not signed in here says so first", () => {
  const page = openedBy(null);
  expect(page).toContain("Yes, confirm it</button>");
  expect(page).toContain('href="/forgot-password"');
});

test.each([
  { who: "a person who is signed in", root: signedIn, words: "Go to dashboard", address: "/main-dashboard" },
  { who: "a person who is not", root: null, words: "Sign in", address: "/login" },
])("offers $who the way on: $words [SIGNUP-45]", ({ root, words, address }) => {
  openedBy(root);
  clearEmailedSecrets();
  closeConfirmLink(); // as after the confirmation
  const page = renderToStaticMarkup(<EmailConfirmPage />);
  expect(page).toContain("Email verified");
  expect(page).toMatch(new RegExp(`href="${address}"[^>]*>(<[^>]+>)*${words}`));
  expect(page.includes("/login")).toBe(root === null);
});

test("who is signed in here has opened the account a moment ago, and is asked nothing", () => {
  const page = openedBy(signedIn);
  expect(page).toContain("Looking at your link");
});
