import { expect, test } from "vitest";
import { flutterwaveKey, openPaymentLink, startTestSandbox, waitFor, verifyPayment } from "../testing/test-sandbox.ts";

test("returns the same link for the same reference", async () => {
  const stage = await startTestSandbox();
  const body = {
    tx_ref: "EA1",
    amount: "2.14",
    currency: "USD",
    redirect_url: "http://localhost:8080/r",
    customer: { email: "a@b.test" },
  };
  const { status, json } = await stage.post("/flutterwave/v3/payments", body, flutterwaveKey);
  expect(status).toBe(200);
  expect(json).toEqual({
    status: "success",
    message: "Hosted Link",
    data: { link: expect.stringContaining(`${stage.url}/pay/`) },
  });
  expect((await stage.post("/flutterwave/v3/payments", body, flutterwaveKey)).json).toEqual(json);
  expect((await stage.stats()).payments.links).toBe(1);
});

test.each([
  { wrong: { tx_ref: undefined }, says: "tx_ref" },
  { wrong: { amount: 0 }, says: "amount" },
  { wrong: { amount: 10.005 }, says: "amount" },
  { wrong: { amount: "a lot" }, says: "amount" },
  { wrong: { currency: "naira" }, says: "currency" },
  { wrong: { redirect_url: "javascript:alert(1)" }, says: "redirect_url" },
  { wrong: { customer: {} }, says: "customer.email" },
  { wrong: { session_duration: 2_000 }, says: "session_duration" },
])("rejects a request with a wrong $says in the provider's words", async ({ wrong, says }) => {
  const stage = await startTestSandbox();
  const asked = {
    tx_ref: "EA1",
    amount: 1,
    redirect_url: "http://localhost/",
    customer: { email: "a@b.test" },
    ...wrong,
  };
  const { status, json } = await stage.post("/flutterwave/v3/payments", asked, flutterwaveKey);
  expect(status).toBe(400);
  expect(json).toEqual({ status: "error", message: expect.stringContaining(says), data: null });
});

test("rejects calls without the secret key", async () => {
  const stage = await startTestSandbox();
  for (const authorization of ["", "Bearer wrong", "sandbox-flw-secret-key"]) {
    const { status, json } = await stage.call("/flutterwave/v3/transactions/1/verify", { headers: { authorization } });
    expect([status, json]).toEqual([401, { status: "error", message: "Authorization required", data: null }]);
  }
});

test("verifies an approved payment in the published shape, by reference and by id", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  const { status, json } = await verifyPayment(stage, "EA1");
  expect(status).toBe(200);
  expect(json).toEqual({
    status: "success",
    message: "Transaction fetched successfully",
    data: {
      id: expect.any(Number),
      tx_ref: "EA1",
      flw_ref: expect.any(String),
      device_fingerprint: "N/A",
      amount: 20_000,
      currency: "NGN",
      charged_amount: 20_000,
      app_fee: 280,
      merchant_fee: 0,
      processor_response: "Approved by Financial Institution",
      auth_model: "PIN",
      ip: expect.any(String),
      narration: "CARD Transaction",
      status: "successful",
      payment_type: "card",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      account_id: expect.any(Number),
      card: {
        first_6digits: "553188",
        last_4digits: "2950",
        issuer: expect.any(String),
        country: "NIGERIA NG",
        type: "MASTERCARD",
        token: expect.any(String),
        expiry: "09/32",
      },
      meta: { purpose: "TOPUP" },
      amount_settled: 19_720,
      customer: {
        id: expect.any(Number),
        name: "Ada Obi",
        phone_number: null,
        email: "ada.obi@example.test",
        created_at: expect.any(String),
      },
    },
  });
  const byId = await stage.call(`/flutterwave/v3/transactions/${json.data.id}/verify`, { headers: flutterwaveKey });
  expect(byId.json).toEqual(json);
});

test("returns not found for an unknown transaction", async () => {
  const stage = await startTestSandbox();
  await openPaymentLink(stage, "EA1"); // opened, without a choice
  for (const path of ["verify_by_reference?tx_ref=EA1", "verify_by_reference?tx_ref=none", "9/verify", "x/verify"]) {
    const { status, json } = await stage.call(`/flutterwave/v3/transactions/${path}`, { headers: flutterwaveKey });
    expect([status, json.message]).toEqual([400, "No transaction was found for this id"]);
  }
});

test.each([
  { outcome: "approve", says: "successful", verified: "successful", amount: 20_000, notices: 1 },
  { outcome: "decline", says: "failed", verified: "failed", amount: 20_000, notices: 1 },
  { outcome: "late", says: "successful", verified: "pending", amount: 20_000, notices: 0 },
  { outcome: "twice", says: "successful", verified: "successful", amount: 20_000, notices: 1 },
  { outcome: "wrong_amount", says: "successful", verified: "successful", amount: 19_900, notices: 1 },
])("redirects with $says and verifies as $verified after $outcome", async (expected) => {
  const stage = await startTestSandbox();
  const response = await stage.choose(await openPaymentLink(stage, "EA1"), expected.outcome);
  const { data } = (await verifyPayment(stage, "EA1")).json;
  expect(response.status).toBe(303);
  const back = new URL(response.headers.get("location") ?? "");
  expect(back.origin + back.pathname).toBe("http://localhost:8080/payment/return");
  expect(Object.fromEntries(back.searchParams)).toEqual({
    status: expected.says,
    tx_ref: "EA1",
    transaction_id: String(data.id),
  });
  expect(data).toMatchObject({ status: expected.verified, amount: expected.amount, charged_amount: expected.amount });
  await waitFor(() => stage.notices.length === expected.notices);
});

test("redirects without a transaction and sends no webhook after cancelled", async () => {
  const stage = await startTestSandbox();
  const response = await stage.choose(await openPaymentLink(stage, "EA1"), "cancel");
  expect(response.headers.get("location")).toBe("http://localhost:8080/payment/return?status=cancelled&tx_ref=EA1");
  expect((await verifyPayment(stage, "EA1")).status).toBe(400);
  stage.passTime(3_600_000);
  expect((await stage.stats()).notices).toEqual({ taken: 0, waiting: 0, givenUp: 0 });
});

test("keeps the page open when it is closed early, and succeeds after 60 seconds", async () => {
  const stage = await startTestSandbox();
  const link = await openPaymentLink(stage, "EA1");
  const response = await stage.choose(link, "closes");
  expect(new URL(response.headers.get("location") ?? "", stage.url).href).toBe(link);
  expect((await stage.call(link)).text).toContain("still working");
  expect((await verifyPayment(stage, "EA1")).json.data.status).toBe("pending");
  expect((await stage.stats()).payments.taken).toBe(0);
  stage.passTime(60_000);
  expect((await verifyPayment(stage, "EA1")).json.data.status).toBe("successful");
  await waitFor(() => stage.notices.length === 1);
  expect((await stage.stats()).payments.taken).toBe(1);
});

test("takes half of a small amount for a wrong amount", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1", { amount: 2.15, currency: "USD" }), "wrong_amount");
  expect((await verifyPayment(stage, "EA1")).json.data).toMatchObject({ amount: 1.08, currency: "USD" });
});

test("takes the money once for two clicks, and redirects to the same address", async () => {
  const stage = await startTestSandbox();
  const link = await openPaymentLink(stage, "EA1");
  const both = await Promise.all([stage.choose(link, "approve"), stage.choose(link, "approve")]);
  expect(both[0].headers.get("location")).toBe(both[1].headers.get("location"));
  expect((await stage.stats()).payments.byReference).toEqual([
    { txRef: "EA1", currency: "NGN", asked: 20_000, paid: 20_000, refunded: 0, times: 1 },
  ]);
});

test("accepts another attempt after a declined one, and verifies the last one", async () => {
  const stage = await startTestSandbox();
  const link = await openPaymentLink(stage, "EA1");
  await stage.choose(link, "decline");
  expect((await stage.call(link)).text).toContain("You can try again");
  await stage.choose(link, "approve");
  expect((await verifyPayment(stage, "EA1")).json.data.status).toBe("successful");
});

test("takes no payment after the session has expired", async () => {
  const stage = await startTestSandbox();
  const link = await openPaymentLink(stage, "EA1", { session_duration: 15 });
  stage.passTime(15 * 60_000);
  expect((await stage.call(link)).text).toContain("Too late");
  await stage.choose(link, "approve");
  expect((await verifyPayment(stage, "EA1")).status).toBe(400);
});

test("shows the payment page in any frame, without a script, with amount and payee", async () => {
  const stage = await startTestSandbox();
  const page = await stage.call(
    await openPaymentLink(stage, "EA1", { customizations: { title: "<b>Shop</b>", description: "A & B" } }),
  );
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors *");
  expect(policy).toContain("form-action 'self' http://localhost:8080");
  expect(page.headers.get("x-frame-options")).toBeNull();
  expect(page.text).not.toContain("<script");
  expect(page.text).toContain("&lt;b&gt;Shop&lt;/b&gt; asks for");
  expect(page.text).toContain("₦20,000.00");
  expect(page.text).toContain("A &amp; B");
  for (const outcome of ["approve", "decline", "cancel", "late", "twice", "wrong_amount", "closes"])
    expect(page.text).toContain(`value="${outcome}"`);
  expect((await stage.call("/pay/none")).status).toBe(404);
});
