import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "./client.ts";
import { apiVersion } from "./generated/call-specs.ts";
import { ApiError, NoResponseError } from "./errors.ts";
import { openServer } from "./testing/server.ts";

const key = "idn_test_made-up";
const company = { rc: "RC 123456", currency: "NGN" } as const;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(...responses: Parameters<typeof openServer>[0]) {
  const server = await openServer(responses);
  closing.push(server.close);
  return { server, client: createClient({ key, baseUrl: server.baseUrl }) };
}

describe("the client", () => {
  test("sends the key, the version and the members of the path [DP-19]", async () => {
    const { server } = await open({ body: { status: "open" } });
    const client = createClient({ key, baseUrl: server.baseUrl, version: "2026-11-28" });
    await client.readSession({ sessionCode: "AbCdEfGhIjKlMnOpQrSt_-" });
    expect(server.received[0]).toMatchObject({
      method: "GET",
      url: "/api/v2/verification/session/AbCdEfGhIjKlMnOpQrSt_-",
      headers: { authorization: `Bearer ${key}`, "idanimo-version": "2026-11-28" },
    });
  });

  test("sends the version of its types unless another one is chosen [DP-16]", async () => {
    const { server, client } = await open({ body: {} });
    await client.sources();
    expect(server.received[0]?.headers["idanimo-version"]).toBe(apiVersion);
    expect(apiVersion).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test("repeats a call that creates with the same idempotency key [DP-15 DP-19]", async () => {
    const { server, client } = await open(
      { status: 503, headers: { "retry-after": "0" }, body: { code: "unavailable" } },
      null,
      { body: { sessionCode: "made" } },
    );
    expect(await client.createSession(company)).toEqual({ sessionCode: "made" });
    const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(server.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([company, company, company]);
  });

  test("does not repeat a call that may have done its work", async () => {
    const { server, client } = await open(null, {});
    await expect(client.labelRequest({ requestId: "x", label: "Ada" })).rejects.toThrow(NoResponseError);
    expect(server.received).toHaveLength(1);
  });

  test("gives up after two repetitions, and tells the idempotency key", async () => {
    const { server, client } = await open(null, null, null, {});
    const error: unknown = await client.createSession(company).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NoResponseError);
    expect(error).toMatchObject({ idempotencyKey: server.received[0]?.headers["idempotency-key"] });
    expect(server.received).toHaveLength(3);
  });

  test("throws a problem with its code, fields and request id", async () => {
    const body = { code: "bad_input", message: "Check the form.", fields: { rc: "Enter the RC number." }, details: {} };
    const { server, client } = await open({ status: 400, headers: { "x-request-id": "r-1" }, body });
    const error: unknown = await client.quote({ ...company, rc: "" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: "bad_input",
      status: 400,
      requestId: "r-1",
      message: "Check the form.",
      fields: { rc: "Enter the RC number." },
    });
    expect(server.received).toHaveLength(1);
  });

  test("reads the pages of a list until there is no next one", async () => {
    const { server, client } = await open({ body: { rows: [1], next: "c1" } }, { body: { rows: [2], next: null } });
    const pages: unknown[] = [];
    for await (const page of client.pages("paymentHistory", { size: 20 })) pages.push(page);
    expect(pages).toEqual([
      { rows: [1], next: "c1" },
      { rows: [2], next: null },
    ]);
    expect(server.received.map(({ url }) => url)).toEqual([
      "/api/v2/transaction/payment-history?size=20",
      "/api/v2/transaction/payment-history?size=20&after=c1",
    ]);
  });

  test("ends a call and its waiting when the signal is aborted", async () => {
    const { server, client } = await open({ status: 503, headers: { "retry-after": "30" } }, {});
    const controller = new AbortController();
    const call = client.sources({}, { signal: controller.signal });
    await expect.poll(() => server.received.length).toBe(1);
    controller.abort(new Error("no longer needed"));
    await expect(call).rejects.toThrow("no longer needed");
    expect(server.received).toHaveLength(1);
  });

  test("never follows a redirect with the key", async () => {
    const { server, client } = await open({ status: 302, headers: { location: "/elsewhere" } }, null, null);
    await expect(client.sources()).rejects.toThrow(NoResponseError);
    expect(server.received.filter(({ url }) => url === "/elsewhere")).toEqual([]);
  });
});
