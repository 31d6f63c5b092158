import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { closeConfirmLink, forgetMailedSecrets, takeMailedSecrets } from "./mailed-link.ts";
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
  takeMailedSecrets();
  return renderToStaticMarkup(<EmailConfirmPage />);
}
afterEach(() => vi.unstubAllGlobals());

test("T-12 T-15 a page loaded anew has forgotten its link, and does not say that the address is confirmed", () => {
  openedBy(null);
  forgetMailedSecrets(); // as a reload does; the place in the history stays
  const page = renderToStaticMarkup(<EmailConfirmPage />);
  expect(page).toContain("Email not confirmed yet");
  expect(page).toContain("Open the link in our mail once more.");
  closeConfirmLink(); // confirmed meanwhile
  expect(renderToStaticMarkup(<EmailConfirmPage />)).toContain("Email verified");
});

test("T-15 a mail program that opens a link confirms nothing: who is not signed in here says so first", () => {
  const page = openedBy(null);
  expect(page).toContain("Yes, confirm it</button>");
  expect(page).toContain('href="/forgot-password"');
});

test("who is signed in here has opened the account a moment ago, and is asked nothing", () => {
  const page = openedBy({ isAuthenticated: true, expirationDate: new Date(Date.now() + 60_000).toISOString() });
  expect(page).toContain("Looking at your link");
});
