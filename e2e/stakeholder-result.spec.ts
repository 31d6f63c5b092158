import { problemOf } from "./support/problem.ts";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expectNoAxeViolations, setTheme } from "./support/appearance.ts";
import { alertDialog, okButton } from "./support/dialogs.ts";
import { recordRequestBodies } from "./support/forms.ts";
import { buySearch } from "./support/purchase.ts";
import {
  completions,
  createBusinessResult,
  paymentStarts,
  stakeholderReads,
  walletPayments,
} from "./support/stakeholders.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";
import { transactions } from "./support/wizard.ts";

const amara = makePerson("Amara");

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(() => createAccount(amara));

test("slow, empty and failed stakeholder lookups are explained or refunded [RESULT-BUSINESS-10 ERR-47 O-38]", async ({
  page,
}) => {
  const result = createBusinessResult(page);
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  await topUp(page, "10000");
  const [slow, empty, failing] = [
    await buySearch(page, { rc: "7650004" }),
    await buySearch(page, { rc: "7650005" }),
    await buySearch(page, { rc: "7650013" }),
  ];
  await result.open(empty);
  await result.pay("Payment from Wallet");
  await expect(result.region).toContainText(
    "We couldn't find any shareholders records based on the information you provided.",
    { timeout: 60_000 },
  );
  await expectNoAxeViolations(page);

  await result.open(slow);
  await result.pay("Payment from Wallet");
  await expect(result.region).toContainText("Verification in progress");
  await expect(result.lookUpButton).toHaveCount(0);
  await page.reload();
  await expect(result.region).toContainText("Verification in progress");
  await expect(result.panel(/^Shareholders/)).toBeVisible({ timeout: 30_000 });

  await result.open(failing);
  await result.pay("Payment from Wallet");
  const failed = alertDialog(page, "Request Error");
  await expect(failed).toContainText("An unexpected server error occurred. A refund has been initiated", {
    timeout: 60_000,
  });
  await expect(failed).toContainText("The money was refunded to your wallet.");
  await okButton(page).click();
  await expect(result.region).toContainText("We couldn't look up the stakeholders");
  await expect(result.lookUpButton, "it can be retried").toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto("/main-dashboard");
  expect((await transactions(page)).filter((row) => /Refund[\s\S]*\+₦1,125/.test(row))).toHaveLength(1);
});

type Fake = { readonly at: RegExp; readonly status?: number; readonly body: object };
const reported = (message: string, state: string) => ({
  status: "success",
  data: { business: { success: 0, message, state, data: [], currency: "NGN" } },
});
const success = { status: 200, body: { status: "success" } };
const fakes: readonly {
  readonly by: "Payment from Wallet" | "Instant Payment";
  readonly fakes: readonly Fake[];
  readonly title: string;
  readonly words: string | RegExp;
}[] = [
  {
    by: "Payment from Wallet",
    fakes: [{ at: walletPayments, status: 429, body: { code: "too_many_requests", message: "Too many attempts." } }],
    title: "Payment Failed",
    words: /Too many attempts.*not paid/s,
  },
  {
    // a 5xx may have happened after the charge
    by: "Payment from Wallet",
    fakes: [{ at: walletPayments, status: 500, body: {} }],
    title: "There was an issue making payment",
    words: /charged only once/,
  },
  {
    by: "Payment from Wallet",
    fakes: [
      { at: walletPayments, ...success },
      { at: completions, status: 500, body: {} },
    ],
    title: "Error fetching Stake Holders",
    words: /We received your payment/,
  },
  {
    by: "Payment from Wallet",
    fakes: [
      { at: walletPayments, ...success },
      { at: completions, body: reported("", "returned") },
    ],
    title: "Oops!",
    words: /Sorry, No record found.*refunded to your wallet/s,
  },
  {
    by: "Payment from Wallet",
    fakes: [
      { at: walletPayments, ...success },
      { at: completions, body: reported("No value present", "returned") },
    ],
    title: "Oops!",
    words: "No value present",
  },
  {
    by: "Instant Payment",
    fakes: [{ at: paymentStarts, status: 502, body: problemOf("payment_not_started") }],
    title: "Error",
    words: "Failed to initialize payment",
  },
  {
    by: "Instant Payment",
    fakes: [{ at: paymentStarts, status: 502, body: problemOf("payment_without_link") }],
    title: "Error",
    words: "Response data does not contain a link",
  },
];

// Covers: ERR-38 ERR-41 ERR-48 F-18
test("server errors have the specified texts, and OK reloads the page [ERR-30 ERR-31 ERR-37]", async ({
  page,
  trouble,
}) => {
  for (const [path, status] of [
    [walletPayments, 429],
    [walletPayments, 500],
    [completions, 500],
    [paymentStarts, 502],
    [stakeholderReads, 503],
    [/\/transaction\/service-prices$/, 503],
  ] as const)
    trouble.allow(path, status);
  const result = createBusinessResult(page);
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  const request = await buySearch(page, { rc: "7654325" });
  await result.open(request);
  for (const { by, fakes: reported, title, words } of fakes) {
    for (const { at, status = 200, body } of reported)
      await page.route(at, (route) => route.fulfill({ status, json: body }), { times: 1 });
    await result.pay(by);
    await expect(alertDialog(page, title)).toContainText(words);
    if (title === "Oops!") await okButton(page).click();
    else await result.clickAndWaitForCard(okButton(page));
    await page.unrouteAll();
    if (title === "Oops!") await page.reload();
    await expect(result.lookUpButton).toBeVisible();
  }
  for (const [path, title] of [
    [stakeholderReads, "Error fetching Stake Holders"],
    [/\/transaction\/service-prices$/, "Unable to get Service Prices"],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 503, json: problemOf("unavailable") }));
    await page.reload();
    await expect(result.region.getByRole("alert")).toContainText(title);
    await expect(result.region.getByRole("alert")).toContainText("Nothing was charged.");
    await page.unrouteAll();
    await result.region.getByRole("button", { name: "Try again" }).click();
    await expect(result.lookUpButton).toContainText("₦1,125");
  }
  // a payment for an order that another one has replaced
  for (const [at, body] of [
    [walletPayments, success.body],
    [completions, reported("The stakeholders of this company have not been looked up yet.", "not_bought")],
  ] as const)
    await page.route(at, (route) => route.fulfill({ json: body }), { times: 1 });
  await result.pay("Payment from Wallet");
  const alert = alertDialog(page, "Your money is in your wallet");
  await expect(alert).toContainText("we added it to your wallet");
  await expectNoAxeViolations(page);
  await alert.getByRole("button", { name: "Pay from the wallet" }).click();
  await expect(result.methodDialog.getByRole("radio", { name: "Payment from Wallet" })).toBeChecked();
  await result.methodDialog.getByRole("button", { name: "Cancel" }).click();
  await page.unrouteAll();
  // the server decides the price: a changed one is shown before any charge
  await page.route(walletPayments, (route) => route.fulfill({ status: 409, json: problemOf("amount_mismatch") }), {
    times: 1,
  });
  trouble.allow(walletPayments, 409);
  await page.route(/\/transaction\/service-prices$/, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { readonly data: readonly object[] };
    const data = list.data.map((item) => ({ ...item, price: 1200 }));
    await route.fulfill({ response: response, json: { ...list, data } });
  });
  await result.pay("Payment from Wallet");
  await expect(alertDialog(page, "The price has changed")).toContainText("The total is now ₦1,325.");
  await page.unrouteAll();
  await alertDialog(page, "The price has changed").getByRole("button", { name: "Cancel" }).click();
  await result.methodDialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

const longName = `${"ẸGBẸ́ ONÍṢÒWÒ ÌGBÓ-ỌRÀ AGRO-ALLIED TRADERS AND GENERAL MERCHANTS ".repeat(4)}LIMITED`.slice(0, 200);
const company = (at: number) => ({
  id: String(at),
  cacid: String(at),
  approvedName: at === 0 ? longName : `Company ${at} Limited`,
  rcNumber: `RC ${900_000 + at}`,
  email: at === 0 ? "a-very-long-name-of-a-mail-box@a-very-long-name-of-a-company.example.test" : null,
  status: "ACTIVE",
  companyStatus: null,
  address: at === 0 ? `${"1 Marina, ".repeat(15)}Lagos` : null,
  branchAddress: null,
  state: null,
  lga: null,
  city: null,
  postalCode: null,
  code: null,
  classificationId: null,
  registrationDate: "2001-02-03T00:00:00.000+00:00",
});
const people = [
  {
    stake: "Shareholder",
    corporation_name: longName,
    is_corporate: "true",
    num_shares_alloted: "123456789",
    type_of_shares: "ORDINARY",
    status: "ACTIVE",
  },
  { stake: "Shareholder" },
  ...Array.from({ length: 120 }, (_, at) => ({ stake: "Director", surname: `Director ${at + 1}` })),
];

test("companies in any number, with long names and many directors, fit every width [RESULT-BUSINESS-03 RESULT-BUSINESS-09]", async ({
  page,
}) => {
  const result = createBusinessResult(page);
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  const request = await buySearch(page, { rc: "7654326" });
  const read = recordRequestBodies(page, stakeholderReads);
  const cases = [
    Array.from({ length: 100 }, (_, at) => company(at)),
    [{ ...company(0), "shareholders-data": people }],
  ] as const;
  for (const companies of cases) {
    await page.route(/\/check-consent\//, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response: response,
        json: { ...((await response.json()) as object), data: { companies } },
      });
    });
    await result.open(request);
    const cards = result.card.locator("> details");
    await expect(cards).toHaveCount(companies.length);
    if (companies.length > 1) {
      expect(read, "closed cards are not fetched").toEqual([]);
      await page.route(stakeholderReads, (route) => route.fulfill({ json: reported("Not yet.", "not_bought") }));
      await cards.first().locator("summary").first().click();
      await cards.nth(1).locator("summary").first().click();
      await expect(result.lookUpButton).toHaveCount(2);
    } else {
      const directors = result.panel(/^Directors/);
      await expect(directors.getByRole("heading"), "the count includes all").toContainText("120");
      await expect(directors.locator("summary")).toHaveCount(50);
      await expect(
        result.panel(/^(Shareholders|Directors)/).locator("dd"),
        "closed cards are not rendered",
      ).toHaveCount(0);
      for (const [most, first] of [
        [100, "Director 51"],
        [120, "Director 101"],
      ] as const) {
        await directors.getByRole("button", { name: "Show more directors" }).click();
        await expect(directors.locator("summary")).toHaveCount(most);
        await expect(directors.locator("summary", { hasText: first })).toBeFocused();
      }
      await expect(directors.getByRole("status")).toHaveText("120 of 120 shown");
      await expect(directors.getByRole("button", { name: "Show more" })).toHaveCount(0);
      for (const person of await result
        .panel(/^Shareholders/)
        .locator("summary")
        .all())
        await person.click();
    }
    for (const [theme, width] of [
      ["light", 320],
      ["dark", 1440],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await setTheme(page, theme);
      await expectNoAxeViolations(page, `${companies.length} companies at ${width} in ${theme}`);
    }
    if (companies.length > 1) {
      await page.reload();
      await expect(result.lookUpButton, "a reload preserves the cards").toHaveCount(2);
    }
    await page.unrouteAll();
  }
});
