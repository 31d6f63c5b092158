import { problemOf } from "./support/problem.ts";
import type { Page } from "@playwright/test";

import { profile } from "@idanimo/contract/accounts";
import { history } from "@idanimo/contract/history";
import { paymentHistory } from "@idanimo/contract/wallet";

import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectNoAxeViolations } from "./support/appearance.ts";
import { historyRow, mockHistory } from "./support/history-rows.ts";
import { expectNoUnpromptedShift, watchShifts } from "./support/layout-shifts.ts";
import { consentResponse, exampleRequestId, resultShapes } from "./support/result-shapes.ts";
import { expect, test } from "./support/test.ts";

/** Screens whose data arrives late, or not at all at first. */

const reader = makePerson("Zainab");
const { person } = resultShapes;
test.beforeAll(() => createAccount(reader));

const screens = [
  {
    name: "dashboard",
    address: "/main-dashboard",
    path: history.path,
    answer: (page: Page) => mockHistory(page, () => Array.from({ length: 60 }, (_, at) => historyRow(at))),
    loading: "Loading your history",
    content: (page: Page) => page.getByText("10 of 60"),
    failed: "Your history could not be loaded",
  },
  {
    name: "transaction log",
    address: "/main-dashboard?tab=transactions",
    path: paymentHistory.path,
    answer: () => Promise.resolve(),
    loading: "Loading your transactions",
    content: (page: Page) => page.getByText("No transactions yet"),
    failed: "Your transactions could not be loaded",
  },
  {
    name: "result",
    address: `${person.route}/${exampleRequestId}`,
    path: `/verification/check-consent/${exampleRequestId}`,
    answer: (page: Page) =>
      page.route(/\/check-consent\//, (route) => route.fulfill({ json: consentResponse(person, person.full) })),
    loading: "Loading the result",
    content: (page: Page) => page.getByRole("article"),
    failed: "The result could not be loaded",
  },
] as const;

for (const { name, address, path, answer, loading, content, failed } of screens)
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ])
    test(`the ${name} arrives late without moving anything at ${viewport.width} px [G-F4]`, async ({
      page,
      trouble,
    }) => {
      trouble.allow(new RegExp(path), 503);
      await watchShifts(page.context());
      await page.setViewportSize(viewport);
      await signInByApi(page, reader);
      await answer(page);
      const released = Promise.withResolvers<void>();
      await page.route(`**${path}*`, async (route) => {
        await released.promise;
        await route.fallback();
      });
      await page.goto(address);
      await expect(page.getByText(loading)).toBeAttached();
      await expect(page.getByRole("banner").getByRole("button", { name: /Wallet balance ₦/ })).toBeVisible();
      await expectNoAxeViolations(page);
      released.resolve();
      await expect(content(page)).toBeVisible();
      await expectNoUnpromptedShift(page, name);

      await page.route(`**${path}*`, (route) => route.fulfill({ status: 503, json: problemOf("unavailable") }));
      await page.reload();
      await expect(page.getByText(failed)).toBeVisible({ timeout: 30_000 });
      await expectNoAxeViolations(page);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await answer(page);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(content(page)).toBeVisible();
      await expect(page.getByText(failed)).toHaveCount(0);
    });

test("the wallet opens while its balance is late, and reloads it after an error [WALLET-02]", async ({
  page,
  trouble,
}) => {
  trouble.allow(new RegExp(profile.path), 503);
  await watchShifts(page.context());
  await signInByApi(page, reader);
  const wallet = page.getByRole("dialog", { name: "User Wallet" });
  const released = Promise.withResolvers<void>();
  await page.route(`**${profile.path}*`, async (route) => {
    await released.promise;
    await route.fallback();
  });
  await page.goto("/main-dashboard#wallet");
  await expect(wallet.getByLabel("Amount to add")).toBeVisible();
  await expectNoAxeViolations(page);
  released.resolve();
  await expect(wallet.getByText("₦0", { exact: true }).first()).toBeVisible();
  await expectNoUnpromptedShift(page, "wallet");

  await page.route(`**${profile.path}*`, (route) => route.fulfill({ status: 503, json: problemOf("unavailable") }));
  await page.reload();
  await expect(wallet.getByText("Your balance could not be loaded")).toBeVisible({ timeout: 30_000 });
  await expectNoAxeViolations(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await wallet.getByRole("button", { name: "Try again" }).click();
  await expect(wallet.getByText("₦0", { exact: true }).first()).toBeVisible();
});
