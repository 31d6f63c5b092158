import { expect, test } from "vitest";
import { flutterwaveKey, openPaymentLink, startTestSandbox, verifyPayment } from "../testing/test-sandbox.ts";

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
