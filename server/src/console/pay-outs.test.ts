import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";

let product: TestApp;
let operatorConsole: TestConsole;
let ada: TestOperator;
let bola: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  ada = await operatorConsole.operator("finance");
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

const bank = { bankName: "First Bank", accountNumber: "0123456789", accountName: "Ada Obi" };

/** Closes an account whose balance goes to a bank; returns the id of its pay-out. */
async function createPayOut(): Promise<string> {
  const user = await product.user({ NGN: 12_345_67n, USD: 5_00n });
  const shown = [
    { currency: "NGN", amount: "12345.67" },
    { currency: "USD", amount: "5" },
  ];
  const closed = await user.post("/user/close", { confirm: "CLOSE", balance: { way: "bank", ...bank, shown } });
  expect(closed.statusCode).toBe(200);
  await product.drainQueue();
  const [row] = await rows<{ id: string }>(product, "select id from pay_outs where owner_id = $1", [user.id]);
  return row?.id ?? "";
}
const act = (operator: TestOperator, id: string, what: string) => operator.post(`/pay-outs/${id}/${what}`, {});
const listed = async (operator: TestOperator, paid = false) =>
  json<{ rows: { id: string; isOwn: boolean; amounts: object[]; claimedBy: string | null }[] }>(
    await operator.get(`/pay-outs?paid=${paid}`),
  ).rows;

describe("a pay-out", () => {
  test("needs a second operator with the right before it is claimed [OC-11]", async () => {
    const id = await createPayOut();
    expect(codeOf(await act(ada, id, "claim"))).toBe("second_operator_needed");
    bola = await operatorConsole.operator("finance");
    expect((await act(ada, id, "claim")).statusCode).toBe(200);
    expect((await act(bola, id, "paid")).statusCode).toBe(200);
  });

  test("is sent by the operator who claimed it and confirmed by another, once", async () => {
    const id = await createPayOut();
    expect(codeOf(await bola.get(`/pay-outs/${id}/bank`))).toBe("pay_out_not_claimed");
    expect(codeOf(await act(bola, id, "paid"))).toBe("pay_out_not_claimed");
    expect((await act(ada, id, "claim")).statusCode).toBe(200);
    expect(codeOf(await act(bola, id, "claim"))).toBe("pay_out_claimed");
    expect(codeOf(await bola.get(`/pay-outs/${id}/bank`))).toBe("pay_out_claimed");
    expect(json(await ada.get(`/pay-outs/${id}/bank`))).toEqual(bank);
    expect(codeOf(await act(ada, id, "paid"))).toBe("own_request");
    expect((await listed(ada)).find((row) => row.id === id)).toMatchObject({ isOwn: true, claimedBy: ada.email });
    const both = await Promise.all([act(bola, id, "paid"), act(bola, id, "paid")]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(codeOf(await ada.get(`/pay-outs/${id}/bank`))).toBe("pay_out_ended");
    expect((await listed(ada, true))[0]).toMatchObject({ id, isOwn: true });
    const audited = await rows(
      product,
      "select action, actor_id, reason from audit_log where object_id = $1 and actor_kind = 'operator' order by at",
      [id],
    );
    expect(audited).toEqual([
      { action: "pay_out_read", actor_id: ada.id, reason: ada.email },
      { action: "paid_out", actor_id: bola.id, reason: bola.email },
    ]);
    const [stored] = await rows(
      product,
      "select sealed, closed_by from pay_outs p join cases c using (id) where id = $1",
      [id],
    );
    expect(stored).toEqual({ sealed: null, closed_by: bola.email });
  });

  test("loses its key when it is sent, by the job process", async () => {
    const id = await createPayOut();
    await act(ada, id, "claim");
    await act(bola, id, "paid");
    expect(await product.keys.find(id)).toBeDefined();
    await product.drainQueue();
    expect(await product.keys.find(id)).toBeUndefined();
  });

  test("can be released and claimed by another operator", async () => {
    const id = await createPayOut();
    expect(codeOf(await act(ada, id, "release"))).toBe("pay_out_not_claimed");
    await act(ada, id, "claim");
    expect((await act(bola, id, "release")).statusCode).toBe(200);
    expect((await act(bola, id, "claim")).statusCode).toBe(200);
    expect(codeOf(await ada.get(`/pay-outs/${id}/bank`))).toBe("pay_out_claimed");
    expect((await act(ada, id, "paid")).statusCode).toBe(200);
  });

  test("keeps its bank details out of lists and of stored responses", async () => {
    const id = await createPayOut();
    await act(ada, id, "claim");
    await ada.get(`/pay-outs/${id}/bank`);
    expect((await ada.get("/pay-outs")).body).not.toContain(bank.accountNumber);
    const [stored] = await rows<{ text: string }>(
      product,
      "select coalesce(string_agg(k::text, ' '), '') as text from idempotency_keys k",
    );
    expect(stored?.text).not.toContain(bank.accountNumber);
    const { items } = json<{ items: { kind: string; count: number }[] }>(await ada.get("/today"));
    expect(items.find(({ kind }) => kind === "pay_outs")?.count).toBe(1);
  });
});
