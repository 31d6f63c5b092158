import { exampleAccounts } from "./support/account.ts";
import { signInByApi } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

test("the dashboard is useful after two different API calls [G-F6]", async ({ page }) => {
  await signInByApi(page, exampleAccounts.ada);
  const asked = new Set<string>(); // the open stream refetches each once more, when the page is already useful
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.endsWith("/events")) asked.add(`${request.method()} ${pathname}`);
  });
  await page.goto("/main-dashboard");
  await expect(page.getByText(/No checks yet|Your requests, newest first/)).toBeAttached();
  await expect(page.getByRole("banner").getByRole("button", { name: /Wallet balance ₦/ })).toBeVisible();
  expect(asked.size, [...asked].join(", ")).toBeLessThanOrEqual(2);
});
