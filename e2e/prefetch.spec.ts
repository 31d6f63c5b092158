import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

const efe = makePerson("Efe");
const calls = ["/api/v2/user/profile", "/api/v2/user/matching-requests"] as const;
test.beforeAll(() => createAccount(efe));

for (const { what, lost, times } of [
  { what: "and their responses are used once", lost: false, times: 1 },
  { what: "and a lost response is requested again", lost: true, times: 2 },
])
  test(`the dashboard's API calls start before its code has loaded, ${what} [G-F4 G-F6]`, async ({
    newPerson,
    trouble,
  }) => {
    trouble.allowLost(/\/user\/matching-requests/);
    const page = await (await newPerson({ serviceWorkers: "block" })).newPage();
    await signInByApi(page, efe);
    await page.route(/\/events$/, () => undefined); // the stream refetches both when it opens
    if (lost) await page.route(/\/matching-requests/, (route) => route.abort("connectionreset"), { times: 1 });
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/app-[^/]*\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    const count = (call: string) => requests.filter((path) => path === call).length;
    await page.goto("/main-dashboard", { waitUntil: "commit" });
    await expect.poll(() => calls.map(count), { message: "before the code loads" }).toEqual([1, 1]);
    code.resolve();
    await expect(page.getByRole("banner").getByRole("button", { name: "Wallet balance ₦0" })).toBeVisible();
    await expect(page.getByText("No checks yet")).toBeVisible();
    expect(calls.map(count), "once the page is useful").toEqual([1, times]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
