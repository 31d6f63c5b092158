import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { takeMailedSecrets } from "./mailed-link.ts";
import { EmailConfirmPage } from "./pages/EmailConfirmPage.tsx";

function openedBy(root: object | null) {
  vi.stubGlobal("location", { pathname: "/email-confirm", hash: `#${"k".repeat(43)}` });
  vi.stubGlobal("history", { replaceState: () => undefined });
  vi.stubGlobal("localStorage", { getItem: () => (root ? JSON.stringify(root) : null) });
  takeMailedSecrets();
  return renderToStaticMarkup(<EmailConfirmPage />);
}
afterEach(() => vi.unstubAllGlobals());

test("T-15 a mail program that opens a link confirms nothing: who is not signed in here says so first", () => {
  const page = openedBy(null);
  expect(page).toContain("Yes, confirm it</button>");
  expect(page).toContain('href="/forgot-password"');
});

test("who is signed in here has opened the account a moment ago, and is asked nothing", () => {
  const page = openedBy({ isAuthenticated: true, expirationDate: new Date(Date.now() + 60_000).toISOString() });
  expect(page).toContain("Looking at your link");
});
