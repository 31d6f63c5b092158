import { registration } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { register } from "../features/sign-up/register.ts";

const storedItems = new Map<string, string>();
let sent: unknown;
beforeEach(() => {
  storedItems.clear();
  sent = undefined;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
  });
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    if (url !== apiBase + registration.path) return Response.json({ ip: null, country_name: null });
    sent = JSON.parse(String(body));
    return Response.json({ result: "success", id: "00000000-0000-4000-8000-000000000000" });
  });
});
afterEach(() => vi.unstubAllGlobals());

const person = { firstName: "Ada", lastName: "Obi", email: "ada@example.test", country: "NG", phone: "" };
const own = { userType: "individual", password: "Nine-2-lamps-lit", rememberMe: false } as unknown as Parameters<
  typeof register
>[1];

test.each([
  { stored: "summer-26", why: "sends the stored click id with the registration", carries: { CLICK_ID: "summer-26" } },
  { stored: undefined, why: "sends none without a stored click id", carries: {} },
  { stored: "<script>", why: "sends no invalid stored click id (T-20)", carries: {} },
])("$why [LAND-04]", async ({ stored, carries }) => {
  if (stored !== undefined) storedItems.set("CLICK_ID", stored);
  await register(person, own);
  const { CLICK_ID: id } = sent as { CLICK_ID?: string };
  expect(id === undefined ? {} : { CLICK_ID: id }).toEqual(carries);
});
