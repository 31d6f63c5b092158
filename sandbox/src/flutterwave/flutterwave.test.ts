import { expect, test } from "vitest";
import {
  flutterwaveKey,
  openPaymentLink,
  startTestSandbox,
  type TestSandbox,
  waitFor,
  verifyPayment,
} from "../testing/test-sandbox.ts";

const noticePath = "/api/v2/payment/webhook/flutterwave";
const bodies = (stage: TestSandbox) => stage.notices.map(({ body }) => JSON.parse(body));

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
  const answer = await stage.choose(await openPaymentLink(stage, "EA1"), expected.outcome);
  const { data } = (await verifyPayment(stage, "EA1")).json;
  expect(answer.status).toBe(303);
  const back = new URL(answer.headers.get("location") ?? "");
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
  const answer = await stage.choose(await openPaymentLink(stage, "EA1"), "cancel");
  expect(answer.headers.get("location")).toBe("http://localhost:8080/payment/return?status=cancelled&tx_ref=EA1");
  expect((await verifyPayment(stage, "EA1")).status).toBe(400);
  stage.passTime(3_600_000);
  expect((await stage.stats()).notices).toEqual({ taken: 0, waiting: 0, givenUp: 0 });
});

test("sends the secret hash and the transaction without the card's token in a webhook", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  await waitFor(() => stage.notices.length === 1);
  const [notice] = stage.notices;
  expect(notice).toMatchObject({ path: noticePath, headers: { "verif-hash": "sandbox-flw-secret-hash" } });
  const [body] = bodies(stage);
  const { data } = (await verifyPayment(stage, "EA1")).json;
  const { token: _, ...card } = { token: "", ...data.card };
  expect(body).toEqual({
    event: "charge.completed",
    data: { ...data, card },
    meta_data: { purpose: "TOPUP" },
    "event.type": "CARD_TRANSACTION",
  });
});

test("reports a declined charge as failed", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "decline");
  await waitFor(() => stage.notices.length === 1);
  expect(bodies(stage)[0]).toMatchObject({
    event: "charge.completed",
    data: { status: "failed", processor_response: "Declined by Financial Institution" },
  });
});

test("stays pending for 20 seconds when the webhook is late, then succeeds", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "late");
  stage.passTime(19_000);
  expect((await verifyPayment(stage, "EA1")).json.data.status).toBe("pending");
  expect(stage.notices).toHaveLength(0);
  stage.passTime(1_000);
  expect((await verifyPayment(stage, "EA1")).json.data.status).toBe("successful");
  await waitFor(() => stage.notices.length === 1);
  expect(bodies(stage)[0].data.status).toBe("successful");
});

test("sends the same body twice when a webhook is duplicated", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "twice");
  await waitFor(() => stage.notices.length === 1);
  stage.passTime(1_000);
  await waitFor(() => stage.notices.length === 2);
  expect(stage.notices[1]?.body).toBe(stage.notices[0]?.body);
  expect((await stage.stats()).payments).toMatchObject({ taken: 1, takenTwice: 0 });
});

test("keeps the page open when it is closed early, and succeeds after 60 seconds", async () => {
  const stage = await startTestSandbox();
  const link = await openPaymentLink(stage, "EA1");
  const answer = await stage.choose(link, "closes");
  expect(new URL(answer.headers.get("location") ?? "", stage.url).href).toBe(link);
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

test("repeats an unaccepted webhook after 2, 10 and 60 seconds only", async () => {
  const stage = await startTestSandbox();
  stage.answers.push(500, 302, 201, 404, 200);
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  for (const [tries, wait] of [
    [1, 2_000],
    [2, 10_000],
    [3, 60_000],
  ] as const) {
    await waitFor(async () => stage.notices.length === tries && triesNoted(stage) === tries);
    stage.passTime(wait);
  }
  await waitFor(() => triesNoted(stage) === 4);
  stage.passTime(3_600_000);
  expect((await stage.stats()).notices).toEqual({ taken: 0, waiting: 0, givenUp: 1 });
  expect(stage.notices).toHaveLength(4);
});

const triesNoted = (stage: TestSandbox) =>
  Number(stage.sandbox.context.database.one("select max(attempts) as tries from notices")?.["tries"]);

test("sends a webhook again on request", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  const { id } = (await verifyPayment(stage, "EA1")).json.data;
  const again = await stage.post(`/flutterwave/v3/transactions/${id}/resend-hook`, {}, flutterwaveKey);
  expect(again.json.status).toBe("success");
  await waitFor(() => stage.notices.length === 2);
});

test("refunds in the published shape, and never more than was paid", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  const { id } = (await verifyPayment(stage, "EA1")).json.data;
  const refund = (body: unknown) => stage.post(`/flutterwave/v3/transactions/${id}/refund`, body, flutterwaveKey);
  expect((await refund({ amount: 5_000, comments: "part" })).json).toEqual({
    status: "success",
    message: "Transaction refund initiated",
    data: {
      id: expect.any(Number),
      account_id: expect.any(Number),
      tx_id: id,
      flw_ref: expect.stringMatching(/^URF_/),
      wallet_id: expect.any(Number),
      amount_refunded: 5_000,
      status: "completed",
      destination: "payment_source",
      meta: { source: "availablebalance" },
      created_at: expect.any(String),
    },
  });
  expect((await refund({ amount: 15_000.01 })).status).toBe(400);
  expect((await refund({})).json.data.amount_refunded).toBe(15_000);
  expect((await refund({})).status).toBe(400);
});

test("lists the transactions of a range of days, page by page", async () => {
  const stage = await startTestSandbox();
  for (let at = 1; at <= 21; at++) await stage.choose(await openPaymentLink(stage, `EA${at}`), "approve");
  const today = new Date().toISOString().slice(0, 10);
  const list = async (query: string) =>
    (await stage.call(`/flutterwave/v3/transactions?${query}`, { headers: flutterwaveKey })).json;
  const first = await list(`from=${today}&to=${today}`);
  expect(first).toMatchObject({
    status: "success",
    meta: { page_info: { total: 21, current_page: 1, total_pages: 3 } },
  });
  expect(first.data).toHaveLength(10);
  expect(first.data).not.toContainEqual(expect.objectContaining({ meta: expect.anything() }));
  expect(first.data).not.toContainEqual(
    expect.objectContaining({ card: expect.objectContaining({ token: expect.anything() }) }),
  );
  expect((await list(`from=${today}&to=${today}&page=3`)).data).toMatchObject([{ tx_ref: "EA1" }]);
  expect((await list("to=2020-01-01")).data).toEqual([]);
});

test("filters transactions by status and tx_ref, together with days and pages", async () => {
  const stage = await startTestSandbox();
  for (const [reference, outcome] of [
    ["EA1", "approve"],
    ["EA2", "decline"],
    ["EA3", "late"],
    ["EA4", "approve"],
  ] as const)
    await stage.choose(await openPaymentLink(stage, reference), outcome);
  const today = new Date().toISOString().slice(0, 10);
  const list = async (query: string) =>
    (await stage.call(`/flutterwave/v3/transactions?${query}`, { headers: flutterwaveKey })).json;
  const listed = (total: number, ...references: readonly string[]) => ({
    meta: { page_info: { total } },
    data: references.map((tx_ref) => ({ tx_ref })),
  });
  expect(await list("status=successful")).toMatchObject(listed(2, "EA4", "EA1"));
  expect(await list("status=failed")).toMatchObject(listed(1, "EA2"));
  expect(await list("status=pending")).toMatchObject(listed(1, "EA3"));
  stage.passTime(20_000);
  expect(await list("status=pending")).toMatchObject(listed(0));
  expect(await list("tx_ref=EA2")).toMatchObject(listed(1, "EA2"));
  expect(await list("tx_ref=EA2&status=successful")).toMatchObject(listed(0));
  expect(await list(`tx_ref=EA1&from=${today}&to=${today}&page=1`)).toMatchObject(listed(1, "EA1"));
  expect(await list("tx_ref=EA1&to=2020-01-01")).toMatchObject(listed(0));
  expect(await list("status=successful&page=2")).toMatchObject(listed(3));
});

test("lists the refunds of a range of days, page by page, in the published shape", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  const { id } = (await verifyPayment(stage, "EA1")).json.data;
  for (let count = 0; count < 21; count++)
    await stage.post(`/flutterwave/v3/transactions/${id}/refund`, { amount: 1 }, flutterwaveKey);
  const today = new Date().toISOString().slice(0, 10);
  const list = async (query: string) =>
    (await stage.call(`/flutterwave/v3/refunds?${query}`, { headers: flutterwaveKey })).json;
  const first = await list(`from=${today}&to=${today}`);
  expect(first).toMatchObject({
    status: "success",
    meta: { page_info: { total: 21, current_page: 1, total_pages: 2 } },
  });
  expect(first.data).toHaveLength(20);
  expect(first).toMatchObject({ meta: { page_info: { page_size: 20 } } });
  expect(first.data).toContainEqual({
    id: expect.any(Number),
    amount_refunded: 1,
    status: "completed",
    flw_ref: expect.stringMatching(/^URF_/),
    comment: "",
    settlement_id: expect.any(String),
    meta: expect.any(String),
    created_at: expect.any(String),
    account_id: expect.any(Number),
    transaction_id: id,
  });
  expect((await list(`id=${Number(id) + 1}`)).data).toEqual([]);
  expect((await list(`id=${id}`)).data).toHaveLength(20);
  expect((await list(`from=${today}&to=${today}&page=2`)).data).toHaveLength(1);
  expect((await list("to=2020-01-01")).data).toEqual([]);
});

test("changes the provider's records after the webhook", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  const change = (body: object) => stage.post("/__sandbox/flutterwave/books", { txRef: "EA1", ...body });
  const seen = async () => (await verifyPayment(stage, "EA1")).json.data;
  await change({ change: "amount", amount: 12.5 });
  await change({ change: "currency", currency: "GHS" });
  expect(await seen()).toMatchObject({ amount: 12.5, currency: "GHS", status: "successful" });
  await change({ change: "fail" });
  expect(await seen()).toMatchObject({ status: "failed" });
  await change({ change: "hide" });
  expect((await verifyPayment(stage, "EA1")).status).toBe(400);
  await change({ change: "show" });
  const { id } = (await change({ change: "take" })).json;
  expect(await seen()).toMatchObject({ id, amount: 20_000, status: "successful" });
  expect((await change({ change: "burn" })).status).toBe(400);
  expect((await change({ change: "hide", txRef: "none" })).status).toBe(400);
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
