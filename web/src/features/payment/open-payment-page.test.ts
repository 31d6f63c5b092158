import { afterEach, expect, test, vi } from "vitest";
import { openPaymentPage } from "./open-payment-page.ts";

afterEach(() => vi.unstubAllGlobals());

const input = {
  amount: "588",
  currency: "NGN",
  country: "NG",
  description: "x",
  payment_method: "card",
  type: "TOPUP",
} as const;
const start = (status: number, body: unknown) => {
  vi.stubGlobal("location", { origin: "https://idanimo.example" });
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
  return openPaymentPage(input);
};
const page = (link: unknown) => ({ status: "success", data: { link, txRef: "EA00000000000001" } });

test("opens the page that the response names [PAY-11]", async () => {
  const link = "https://pay.example/1";
  expect(await start(200, page(link))).toEqual({ ok: true, value: { link, txRef: "EA00000000000001" } });
});

test.each([
  ["no link", page(undefined)],
  ["an empty link", page("")],
  ["no data", { status: "success" }],
  ["a link to a script", page("javascript:alert(1)")],
  ["a link to our own page", page("https://idanimo.example/main-dashboard")],
])("reports a success response without a usable link: %s [ERR-30]", async (_what, body) => {
  const result = await start(200, body);
  expect(result).toMatchObject({
    ok: false,
    problem: { code: "payment_without_link", message: "Response data does not contain a link" },
  });
});

test("returns a problem of the server unchanged [ERR-31]", async () => {
  const result = await start(502, { code: "payment_not_started", message: "Failed to initialize payment" });
  expect(result).toMatchObject({ ok: false, problem: { code: "payment_not_started" } });
  expect(await start(500, {})).toMatchObject({ ok: false, problem: { code: "unexpected" } });
});
