import { type Locator, type Page } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { recordRequestBodies } from "./support/forms.ts";
import { expectNoAxeViolations, setTheme } from "./support/appearance.ts";
import { buySearch } from "./support/purchase.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";
import { closePayment, endPayment, expectBalance, paymentDialog, paymentFrame, topUp } from "./support/wallet.ts";
import { newestRow, transactions } from "./support/wizard.ts";

const amara = makePerson("Amara");
const tunde = makePerson("Tunde");
const payments = /\/transaction\/wallet-payment$/;
const starts = /\/payment\/flexi-initiate$/;
const reads = /\/verification\/call-external-apis$/;
const completions = /\/verification\/complete$/;

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(async () => {
  await createAccount(amara);
  await createAccount(tunde);
});

const card = (page: Page) => page.getByRole("article", { name: "Businesses" });
const stakeholders = (page: Page) => page.getByRole("region", { name: /^Stakeholders of/ });
const lookUp = (page: Page) => stakeholders(page).getByRole("button", { name: /^Lookup Stakeholder/ });
const panel = (page: Page, name: RegExp) => stakeholders(page).getByRole("region", { name });
const choice = (page: Page) => page.getByRole("dialog", { name: "Lookup Stakeholder" });
const warned = (page: Page, name: string) => page.getByRole("alertdialog", { name });

async function openResult(page: Page, request: string): Promise<void> {
  await page.goto(`/businessName/${request}`);
  await expect(card(page)).toBeVisible({ timeout: 60_000 });
}

/** From the button through the choice of a payment method to the payment. */
async function pay(page: Page, by: "Payment from Wallet" | "Instant Payment"): Promise<void> {
  await lookUp(page).click();
  await choice(page).getByRole("radio", { name: by }).check();
  await choice(page).getByRole("button", { name: /^Pay/ }).click();
}

/** Clicks a button that reloads the page, and waits until the card is back. */
async function reloads(page: Page, button: Locator): Promise<void> {
  const again = page.waitForEvent("load");
  await button.click();
  await again;
  await expect(card(page)).toBeVisible();
}
const ok = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "OK" });

// Covers: RESULT-BUSINESS-12 RESULT-BUSINESS-16 PAY-25 PRICE-07 API-18 API-19 API-20 API-21 ERR-46 O-38 O-46
test("stakeholders are bought from the wallet by keyboard alone, and stay [RESULT-BUSINESS-08 RESULT-BUSINESS-09 RESULT-BUSINESS-11]", async ({
  page,
}) => {
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  await topUp(page, "20000");
  const request = await buySearch(page, { rc: "7654321" });
  const [read, paid, completed] = [
    recordRequestBodies(page, reads),
    recordRequestBodies(page, payments),
    recordRequestBodies(page, completions),
  ];
  await openResult(page, request);
  await expect(lookUp(page)).toHaveText(/^Lookup Stakeholder₦1,125/);
  expect(read, "the page fetches paid lookups when it opens").toEqual([
    { business: { requestId: request, cacId: expect.any(String) } },
  ]);
  await expectNoAxeViolations(page);

  await lookUp(page).focus();
  await page.keyboard.press("Enter");
  await expect(choice(page)).toContainText(/Stakeholders₦1,000Tax and charges₦125Total due₦1,125/);
  await expect(choice(page)).toContainText(/Money back to your wallet:.*No money back:/);
  const wallet = choice(page).getByRole("radio", { name: "Payment from Wallet" });
  await expect(wallet).toBeFocused();
  for (const name of ["Payment from Wallet", "Instant Payment"])
    await expect(choice(page).getByRole("radio", { name })).not.toBeChecked();
  await choice(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(choice(page)).toContainText("You must select a payment method");
  expect(paid).toEqual([]);
  await expectNoAxeViolations(page);
  await wallet.focus();
  await page.keyboard.press("Space");
  await expect(wallet).toBeChecked();
  await expect(choice(page)).not.toContainText("You must select");
  const order: string[] = [];
  page.on("request", (sent) => {
    const [, call] = /\/(user\/profile|transaction\/wallet-payment|verification\/complete)$/.exec(sent.url()) ?? [];
    if (call && !(sent.method() === "GET" && order.includes(call))) order.push(call);
  });
  await choice(page).getByRole("button", { name: /^Pay/ }).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page, /^Shareholders/)).toBeVisible({ timeout: 60_000 });
  await expect(panel(page, /^Directors/)).toBeVisible();
  expect(order).toEqual(["user/profile", "transaction/wallet-payment", "verification/complete"]);
  expect(paid).toHaveLength(1);
  expect(paid[0]).toMatchObject({
    type: "STAKEHOLDERS",
    stakeHolders: "STAKEHOLDERS",
    requestId: request,
    transactionID: expect.stringMatching(/^EA\d{14}$/),
    amount: "1125",
    userNIN: "",
  });
  expect(paid[0]).not.toHaveProperty("acceptWalletCurrency");
  expect(completed).toEqual([{ business: { requestId: request, cacId: paid[0]?.["cacId"] } }]);
  await expectBalance(page, "₦17,965");

  const person = panel(page, /^Shareholders/)
    .locator("details")
    .first();
  await expect(stakeholders(page).getByRole("heading", { name: "Stakeholders" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(person.getByText("Shares allotted")).toBeVisible();
  for (const part of ["Who they are", "Where to reach them", "Their part in the company", "Where it is a body"])
    await expect(person.getByRole("heading", { name: part })).toBeVisible();
  const phone = (await person.locator("dd").allInnerTexts()).find((text) => /^0\d{10}$/.test(text)) ?? "?";
  await expectHiddenFromScripts(page, [phone]);
  await expectNoAxeViolations(page);

  await page.reload();
  await expect(panel(page, /^Shareholders/), "a paid lookup is shown at once").toBeVisible();
  expect(paid).toHaveLength(1);
  await page.goto(`/business/${request}`);
  await expect(card(page).getByText("Registration date")).toBeVisible();
  await expect(panel(page, /^Shareholders/), "the older page shows the people too").toBeVisible();
  await expect(lookUp(page)).toHaveCount(0);

  await page.goto("/main-dashboard");
  await expect(newestRow(page)).toContainText(/Business Profile/);
  await newestRow(page)
    .getByRole("link", { name: /View Result/ })
    .click();
  await expect(panel(page, /^Directors/), "the lookup's own row shows its people").toBeVisible();
  await expect(lookUp(page)).toHaveCount(0);
  await page.goto("/main-dashboard");
  expect((await transactions(page)).filter((row) => /Verification[\s\S]*−₦1,125/.test(row))).toHaveLength(1);
});

// Covers: F-02 O-22 ERR-42 ERR-43 R-30
test("a wallet in the other currency is topped up and pays its own amount once [RESULT-BUSINESS-13 RESULT-BUSINESS-14 C-13]", async ({
  page,
  trouble,
}) => {
  trouble.allowLost(payments);
  await signInByApi(page, tunde);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const request = await buySearch(page, { rc: "7654322" });
  await openResult(page, request);
  await page.goto(`/businessName/${request}#wallet`);
  const wallet = page.getByRole("dialog", { name: "User Wallet" });
  await wallet.getByRole("radio", { name: "US dollars" }).check();
  await expectBalance(page, "$0.00");
  await wallet.getByRole("button", { name: "Close" }).click();
  const paid = recordRequestBodies(page, payments);

  await pay(page, "Payment from Wallet");
  const mismatch = warned(page, "Another currency");
  await expect(mismatch).toContainText(
    "Wallet currency doesn't match purchase currency. Do you want to pay with your wallet currency?",
  );
  await expect(mismatch).toContainText("$1.58 is taken from your wallet");
  await mismatch.getByRole("button", { name: "Cancel" }).click();
  await choice(page).getByRole("button", { name: /^Pay/ }).click();
  await mismatch.getByRole("button", { name: "Continue" }).click();
  const low = warned(page, "Wallet Balance Low");
  await expect(low).toContainText("Your wallet balance is low. Please recharge before making a payment.");
  await expect(low).toContainText("You need $1.58 more");
  expect(paid, "no payment request without enough money").toEqual([]);
  await low.getByRole("button", { name: "Top up the wallet" }).click();
  await wallet.getByLabel("Amount to add").fill("10");
  await wallet.getByRole("button", { name: "Proceed to Payment" }).click();
  await endPayment(await paymentFrame(page), "Approve");
  await expect(paymentDialog(page).getByText("$10.00 is in your wallet")).toBeVisible();
  await paymentDialog(page).getByRole("button", { name: "Close" }).click();

  await expect(
    choice(page).getByRole("radio", { name: "Payment from Wallet" }),
    "the payment method is restored",
  ).toBeChecked();
  await page.route(
    payments,
    async (route) => {
      await route.fetch(); // the server charges, and the response is lost
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await choice(page).getByRole("button", { name: /^Pay/ }).click();
  await mismatch.getByRole("button", { name: "Continue" }).click();
  const silent = warned(page, "There was an issue making payment");
  await expect(silent).toContainText("No response received from the server");
  await silent.getByRole("button", { name: "Try again" }).click();
  await expect(panel(page, /^Shareholders/)).toBeVisible({ timeout: 60_000 });
  await expectBalance(page, "$8.42");
  expect(paid).toHaveLength(2);
  expect(paid[1]).toEqual(paid[0]);
  expect(paid[0]).toMatchObject({ amount: "1.58", acceptWalletCurrency: true });
});

// Covers: T-35
test("a rejected, cancelled or delayed instant payment resumes where the server is [RESULT-BUSINESS-15 API-14 ERR-40]", async ({
  page,
  context,
}) => {
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const request = await buySearch(page, { rc: "7654323" });
  const [started, completed] = [recordRequestBodies(page, starts), recordRequestBodies(page, completions)];
  await openResult(page, request);
  await pay(page, "Instant Payment");
  for (const [ending, title, words] of [
    ["Decline", "Failed Payment", /Declined/i],
    ["Cancel", "Error", "Payment Cancelled or Declined"],
  ] as const) {
    await endPayment(await paymentFrame(page), ending);
    await expect(warned(page, title)).toContainText(words);
    await expect(warned(page, title)).toContainText("This look-up is not paid.");
    await reloads(page, ok(page));
    await lookUp(page).click();
    await expect(
      choice(page).getByRole("radio", { name: "Instant Payment" }),
      "the selection is preserved",
    ).toBeChecked();
    await choice(page).getByRole("button", { name: /^Pay/ }).click();
  }
  await endPayment(await paymentFrame(page), "Approve with a wrong amount");
  await expect(paymentDialog(page).getByText("We received a different amount", { exact: true })).toBeVisible();
  await closePayment(page);
  await expect(stakeholders(page)).not.toContainText("No payment has reached us yet");
  await lookUp(page).click();
  await choice(page).getByRole("button", { name: /^Pay/ }).click();
  await endPayment(await paymentFrame(page), "Approve but notify late");
  await expect(paymentDialog(page).getByText("Not decided yet", { exact: true })).toBeVisible();
  await closePayment(page);
  await expect(stakeholders(page)).toContainText("No payment has reached us yet");
  const other = await context.newPage();
  await openResult(other, request);
  await expect(lookUp(other)).toBeVisible();
  await expect(panel(page, /^Shareholders/), "it continues automatically").toBeVisible({ timeout: 45_000 });
  await expect(panel(other, /^Shareholders/), "also in a page that did not start it").toBeVisible();
  await other.close();
  expect(started[0]).toMatchObject({
    type: "STAKEHOLDERS",
    stakeHolders: "STAKEHOLDERS",
    requestId: request,
    amount: "1125",
    currency: "NGN",
    country: "NG",
    userEmail: amara.email,
  });

  const second = await buySearch(page, { rc: "7654324" });
  await openResult(page, second);
  await pay(page, "Instant Payment");
  await endPayment(await paymentFrame(page), "Approve");
  await expect(panel(page, /^Shareholders/)).toBeVisible({ timeout: 60_000 });
  expect(
    completed.filter((body) => JSON.stringify(body).includes(second)),
    "the counted payment ends with its completion",
  ).toHaveLength(1);
});

test("slow, empty and failed stakeholder lookups are explained or refunded [RESULT-BUSINESS-10 ERR-47 O-38]", async ({
  page,
}) => {
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  await topUp(page, "10000");
  const [slow, nobody, failing] = [
    await buySearch(page, { rc: "7650004" }),
    await buySearch(page, { rc: "7650005" }),
    await buySearch(page, { rc: "7650013" }),
  ];
  await openResult(page, nobody);
  await pay(page, "Payment from Wallet");
  await expect(stakeholders(page)).toContainText(
    "We couldn't find any shareholders records based on the information you provided.",
    { timeout: 60_000 },
  );
  await expectNoAxeViolations(page);

  await openResult(page, slow);
  await pay(page, "Payment from Wallet");
  await expect(stakeholders(page)).toContainText("Verification in progress");
  await expect(lookUp(page)).toHaveCount(0);
  await page.reload();
  await expect(stakeholders(page)).toContainText("Verification in progress");
  await expect(panel(page, /^Shareholders/)).toBeVisible({ timeout: 30_000 });

  await openResult(page, failing);
  await pay(page, "Payment from Wallet");
  const failed = warned(page, "Request Error");
  await expect(failed).toContainText("An unexpected server error occurred. A refund has been initiated", {
    timeout: 60_000,
  });
  await expect(failed).toContainText("The money is back in your wallet.");
  await ok(page).click();
  await expect(stakeholders(page)).toContainText("The stakeholders could not be looked up");
  await expect(lookUp(page), "it can be retried").toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto("/main-dashboard");
  expect((await transactions(page)).filter((row) => /Refund[\s\S]*\+₦1,125/.test(row))).toHaveLength(1);
});

test("two tabs that pay at once, by wallet and by provider, cost one charge [R-30 T-22]", async ({ page, context }) => {
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const request = await buySearch(page, { rc: "7654327" });
  const other = await context.newPage();
  await openResult(page, request);
  await openResult(other, request);
  await pay(other, "Instant Payment");
  const frame = await paymentFrame(other);
  await lookUp(page).click();
  const wallet = choice(page).locator("label").filter({ hasText: "Payment from Wallet" });
  await expect(wallet).toContainText("₦");
  const held = Number((await wallet.innerText()).replaceAll(/[^\d]/g, ""));
  const naira = (amount: number) => `₦${amount.toLocaleString("en-NG")}`;
  await wallet.click();
  await choice(page).getByRole("button", { name: /^Pay/ }).dblclick();
  await expect(panel(page, /^Shareholders/)).toBeVisible({ timeout: 60_000 });
  await expectBalance(page, naira(held - 1_125));
  await endPayment(frame, "Approve");
  await expect(panel(other, /^Shareholders/), "the later tab shows the result").toBeVisible({
    timeout: 60_000,
  });
  // the late payment is credited to the wallet
  await expectBalance(page, naira(held), 60_000);
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
    fakes: [{ at: payments, status: 429, body: { code: "too_many_requests", message: "That was too often." } }],
    title: "Payment Failed",
    words: /That was too often.*not paid/s,
  },
  {
    // a 5xx may have happened after the charge
    by: "Payment from Wallet",
    fakes: [{ at: payments, status: 500, body: {} }],
    title: "There was an issue making payment",
    words: /counted once at most/,
  },
  {
    by: "Payment from Wallet",
    fakes: [
      { at: payments, ...success },
      { at: completions, status: 500, body: {} },
    ],
    title: "Error fetching Stake Holders",
    words: /Your payment is counted/,
  },
  {
    by: "Payment from Wallet",
    fakes: [
      { at: payments, ...success },
      { at: completions, body: reported("", "returned") },
    ],
    title: "Oops!",
    words: /Sorry, No record found.*back in your wallet/s,
  },
  {
    by: "Payment from Wallet",
    fakes: [
      { at: payments, ...success },
      { at: completions, body: reported("No value present", "returned") },
    ],
    title: "Oops!",
    words: "No value present",
  },
  {
    by: "Instant Payment",
    fakes: [{ at: starts, status: 502, body: { code: "payment_not_started" } }],
    title: "Error",
    words: "Failed to initialize payment",
  },
  {
    by: "Instant Payment",
    fakes: [{ at: starts, status: 502, body: { code: "payment_without_link" } }],
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
    [payments, 429],
    [payments, 500],
    [completions, 500],
    [starts, 502],
    [reads, 503],
    [/\/transaction\/service-prices$/, 503],
  ] as const)
    trouble.allow(path, status);
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  const request = await buySearch(page, { rc: "7654325" });
  await openResult(page, request);
  for (const { by, fakes: reported, title, words } of fakes) {
    for (const { at, status = 200, body } of reported)
      await page.route(at, (route) => route.fulfill({ status, json: body }), { times: 1 });
    await pay(page, by);
    await expect(warned(page, title)).toContainText(words);
    if (title === "Oops!") await ok(page).click();
    else await reloads(page, ok(page));
    await page.unrouteAll();
    if (title === "Oops!") await page.reload();
    await expect(lookUp(page)).toBeVisible();
  }
  for (const [path, title] of [
    [reads, "Error fetching Stake Holders"],
    [/\/transaction\/service-prices$/, "Unable to get Service Prices"],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 503, json: { code: "unavailable" } }));
    await page.reload();
    await expect(stakeholders(page).getByRole("alert")).toContainText(title);
    await expect(stakeholders(page).getByRole("alert")).toContainText("Nothing was charged.");
    await page.unrouteAll();
    await stakeholders(page).getByRole("button", { name: "Try again" }).click();
    await expect(lookUp(page)).toContainText("₦1,125");
  }
  // a payment for an order that another one has replaced
  for (const [at, body] of [
    [payments, success.body],
    [completions, reported("The stakeholders of this company have not been looked up yet.", "not_bought")],
  ] as const)
    await page.route(at, (route) => route.fulfill({ json: body }), { times: 1 });
  await pay(page, "Payment from Wallet");
  const kept = warned(page, "Your money is in your wallet");
  await expect(kept).toContainText("we added it to your wallet");
  await expectNoAxeViolations(page);
  await kept.getByRole("button", { name: "Pay from the wallet" }).click();
  await expect(choice(page).getByRole("radio", { name: "Payment from Wallet" })).toBeChecked();
  await choice(page).getByRole("button", { name: "Cancel" }).click();
  await page.unrouteAll();
  // the server decides the price: a changed one is shown before any charge
  await page.route(payments, (route) => route.fulfill({ status: 409, json: { code: "amount_mismatch" } }), {
    times: 1,
  });
  trouble.allow(payments, 409);
  await page.route(/\/transaction\/service-prices$/, async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { readonly data: readonly object[] };
    const data = list.data.map((item) => ({ ...item, price: 1200 }));
    await route.fulfill({ response: answer, json: { ...list, data } });
  });
  await pay(page, "Payment from Wallet");
  await expect(warned(page, "The price has changed")).toContainText("The total is now ₦1,325.");
  await page.unrouteAll();
  await warned(page, "The price has changed").getByRole("button", { name: "Cancel" }).click();
  await choice(page).getByRole("button", { name: "Cancel" }).click();
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
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  const request = await buySearch(page, { rc: "7654326" });
  const read = recordRequestBodies(page, reads);
  const cases = [
    Array.from({ length: 100 }, (_, at) => company(at)),
    [{ ...company(0), "shareholders-data": people }],
  ] as const;
  for (const companies of cases) {
    await page.route(/\/check-consent\//, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), data: { companies } } });
    });
    await openResult(page, request);
    const cards = card(page).locator("> details");
    await expect(cards).toHaveCount(companies.length);
    if (companies.length > 1) {
      expect(read, "closed cards are not fetched").toEqual([]);
      await page.route(reads, (route) => route.fulfill({ json: reported("Not yet.", "not_bought") }));
      await cards.first().locator("summary").first().click();
      await cards.nth(1).locator("summary").first().click();
      await expect(lookUp(page)).toHaveCount(2);
    } else {
      const directors = panel(page, /^Directors/);
      await expect(directors.getByRole("heading"), "the count includes all").toContainText("120");
      await expect(directors.locator("summary")).toHaveCount(50);
      await expect(panel(page, /^(Shareholders|Directors)/).locator("dd"), "closed cards are not rendered").toHaveCount(
        0,
      );
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
      for (const person of await panel(page, /^Shareholders/)
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
      await expect(lookUp(page), "a reload preserves the cards").toHaveCount(2);
    }
    await page.unrouteAll();
  }
});
