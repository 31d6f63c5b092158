import type { Operation } from "@idanimo/contract/operation";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { buildRequest, call } from "./call.ts";

const read = {
  method: "GET",
  path: "/things/{code}",
  access: "public",
  summary: "Reads a thing.",
  input: z.object({ code: z.string(), page: z.optional(z.number()) }),
  output: z.object({ name: z.string() }),
  problems: ["code_wrong"],
} as const satisfies Operation;

const pay = {
  ...read,
  method: "POST",
  access: "signed_in",
  right: "personal",
  acceptsIdempotencyKey: true,
} as const satisfies Operation;

afterEach(() => vi.unstubAllGlobals());

const answerWith = (response: () => Response) => vi.stubGlobal("fetch", async () => response());
const problem = (body: object, status: number) => new Response(JSON.stringify(body), { status });

test("fills in and escapes path parameters, and puts the rest into the query [API-01]", () => {
  expect(buildRequest(read, { code: "a/b", page: 2 })?.url).toBe("/api/v2/things/a%2Fb?page=2");
});

test("sends an idempotency key with a call that moves money, and reuses a given one", () => {
  const headersOf = (key?: string) =>
    new Headers(buildRequest(pay, { code: "x" }, key === undefined ? {} : { idempotencyKey: key })?.init.headers);
  expect(headersOf().get("idempotency-key")).toMatch(/.{36}/);
  expect(headersOf("again").get("idempotency-key")).toBe("again");
});

test("parses the response with the contract's schema", async () => {
  answerWith(() => Response.json({ name: "Ada", more: 1 }));
  expect(await call(read, { code: "x" })).toEqual({ ok: true, value: { name: "Ada" } });
});

test.each([
  {
    why: "returns no_response without a response [ERR-02]",
    respond: () => Promise.reject(new TypeError("offline")),
    code: "no_response",
  },
  {
    why: "keeps the code of a problem [ERR-01]",
    respond: async () => problem({ code: "code_wrong", message: "No" }, 400),
    code: "code_wrong",
  },
  {
    why: "treats an unknown code as unexpected",
    respond: async () => problem({ code: "made_up" }, 400),
    code: "unexpected",
  },
  {
    why: "treats a response of another shape as unexpected",
    respond: async () => Response.json({ nom: 1 }),
    code: "unexpected",
  },
  {
    why: "treats HTML instead of JSON as unexpected [ERR-04]",
    respond: async () => new Response("<html>", { status: 502 }),
    code: "unexpected",
  },
])("$why: $code", async ({ respond, code }) => {
  vi.stubGlobal("fetch", respond);
  const result = await call(read, { code: "x" });
  expect(result.ok ? "ok" : result.problem.code).toBe(code);
  if (!result.ok) expect(result.problem.message, "no unfilled placeholder").not.toMatch(/\{/);
});

test.each([
  { status: 409, code: "rejected", why: "maps to rejected" },
  { status: 503, code: "unexpected", why: "maps to unexpected, since money may have moved" },
])("shows the server's message for an unknown code, which $why: $status [ERR-16]", async ({ status, code }) => {
  const message = "This company may only be checked once a month. Nothing was charged.";
  answerWith(() => problem({ code: "once_a_month", title: "Too early", message, fields: { rc: "Too early" } }, status));
  const result = await call(read, { code: "x" });
  expect(result).toMatchObject({
    ok: false,
    problem: { code, message, title: "Too early", fields: { rc: "Too early" } },
  });
});

test("treats an unknown code without a message as unexpected [ERR-16]", async () => {
  answerWith(() => problem({ code: "once_a_month", message: "" }, 409));
  expect(await call(read, { code: "x" })).toMatchObject({ problem: { code: "unexpected" } });
});

test.each([
  { why: "shows the request id as the reference", number: "q7-41", message: /Reference q7-41\./ },
  {
    why: "mentions no reference without a request id",
    number: undefined,
    message: /^(?!.*reference).*Try again in a moment\.$/i,
  },
])("$why [ERR-04]", async ({ number, message }) => {
  answerWith(() => new Response("<html>", { status: 502, headers: number ? { "x-request-id": number } : {} }));
  const result = await call(read, { code: "x" });
  expect(result.ok ? "" : result.problem.message).toMatch(message);
});

test("reports a request that cannot be serialised [ERR-03]", async () => {
  const circle: { code: string; self?: unknown } = { code: "x" };
  circle.self = circle;
  const result = await call(pay, circle);
  expect(result.ok ? "ok" : result.problem.code).toBe("request_not_built");
});

test("clears this browser's storage and loads /login when the session has ended", async () => {
  const assign = vi.fn();
  const clear = vi.fn();
  vi.stubGlobal("location", { assign });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("localStorage", { clear });
  vi.stubGlobal("sessionStorage", { clear });
  answerWith(() => problem({ code: "not_signed_in" }, 401));
  await call(pay, { code: "x" });
  expect(assign).toHaveBeenCalledWith("/login");
  expect(clear).toHaveBeenCalled();
});

test("repeats a call with the new token if another call renewed the session [T-10]", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  let token = "old";
  const sent: string[] = [];
  const answers = new Map<string, () => void>();
  vi.stubGlobal("fetch", (address: string) => {
    const shown = token;
    sent.push(`${address} ${shown}`);
    return new Promise<Response>((resolve) => {
      const good = () => resolve(Response.json({ name: shown }));
      const done = () => (shown === "old" ? resolve(problem({ code: "not_signed_in" }, 401)) : good());
      answers.set(address, address.endsWith("renew") ? good : done);
      if (shown === "new") good();
    });
  });
  const renews = {
    ...read,
    access: "signed_in",
    right: "personal",
    path: "/renew",
    input: z.object({}),
    renewsSession: true,
  } as const;
  const renewed = call(renews satisfies Operation, {});
  const asked = call({ ...read, access: "signed_in", right: "personal" }, { code: "x" });
  await vi.waitFor(() => expect(answers.size).toBe(2));
  answers.get("/api/v2/things/x")?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent, "waits for the token").toHaveLength(2);
  token = "new";
  answers.get("/api/v2/renew")?.();
  expect([await renewed, await asked]).toMatchObject([{ ok: true }, { ok: true, value: { name: "new" } }]);
  expect(assign).not.toHaveBeenCalled();
});

test("uses a preloaded response once, and repeats one that failed [G-F6 T-10]", async () => {
  vi.stubGlobal("location", { assign: vi.fn() });
  const sent: string[] = [];
  const responses = [
    () => Response.json({ name: "ahead" }),
    () => problem({ code: "not_signed_in" }, 401), // its token was being renewed
    () => Promise.reject(new TypeError("offline")),
  ];
  vi.stubGlobal("fetch", async (address: string) => {
    sent.push(address);
    return responses.shift()?.() ?? Response.json({ name: "asked" });
  });
  const { preloadResponse: askAhead } = await import("./preloaded-responses.ts");
  const ask = (code: string) => call({ ...read, access: "signed_in", right: "personal" }, { code });
  for (const code of ["a", "b", "c"]) askAhead(`/api/v2/things/${code}`);
  expect([await ask("a"), await ask("b"), await ask("c"), await ask("a")]).toMatchObject(
    ["ahead", "asked", "asked", "asked"].map((name) => ({ ok: true, value: { name } })),
  );
  expect(sent).toHaveLength(6);
});
