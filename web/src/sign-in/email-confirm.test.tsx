import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { closeConfirmLink, clearEmailedSecrets, captureEmailedSecrets } from "./emailed-secrets.ts";
import { EmailConfirmPage } from "./pages/EmailConfirmPage.tsx";

function openedBy(root: object | null) {
  vi.stubGlobal("location", { pathname: "/email-confirm", hash: `#${"k".repeat(43)}` });
  const stored: { state: unknown; replaceState: (state: unknown) => void } = {
    state: null,
    replaceState: (state) => {
      stored.state = state;
    },
  };
  vi.stubGlobal("history", stored);
  vi.stubGlobal("localStorage", { getItem: () => (root ? JSON.stringify(root) : null) });
  captureEmailedSecrets();
  return renderToStaticMarkup(<EmailConfirmPage />);
}
const signedIn = { isAuthenticated: true, expirationDate: new Date(Date.now() + 60_000).toISOString() };
afterEach(() => vi.unstubAllGlobals());

test("a reloaded page has lost its link, and does not claim the address is confirmed [T-12 T-15]", () => {
  openedBy(null);
  clearEmailedSecrets(); // as a reload does; the history entry stays
  const page = renderToStaticMarkup(<EmailConfirmPage />);
  expect(page).toContain("Email not confirmed yet");
  expect(page).toContain("Open the link in our email again.");
  closeConfirmLink(); // confirmed meanwhile
  expect(renderToStaticMarkup(<EmailConfirmPage />)).toContain("Email verified");
});

test("opening a link confirms nothing until a signed-out user agrees [T-15]", () => {
  const page = openedBy(null);
  expect(page).toContain("Yes, confirm it</button>");
  expect(page).toContain('href="/forgot-password"');
});

test.each([
  { who: "a person who is signed in", root: signedIn, words: "Go to dashboard", address: "/main-dashboard" },
  { who: "a person who is not", root: null, words: "Sign in", address: "/login" },
])("offers $who the next step: $words [SIGNUP-45]", ({ root, words, address }) => {
  openedBy(root);
  clearEmailedSecrets();
  closeConfirmLink(); // as after the confirmation
  const page = renderToStaticMarkup(<EmailConfirmPage />);
  expect(page).toContain("Email verified");
  expect(page).toMatch(new RegExp(`href="${address}"[^>]*>(<[^>]+>)*${words}`));
  expect(page.includes("/login")).toBe(root === null);
});

test("does not ask a signed-in user, who has just opened the account", () => {
  const page = openedBy(signedIn);
  expect(page).toContain("Checking your link");
});
