import type { Operation } from "@idanimo/contract/operation";
import { ok } from "@idanimo/contract/problems";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { storedResponseOf } from "./stored-response.ts";

const short = {
  method: "GET",
  path: "/short",
  access: "public",
  summary: "",
  input: z.strictObject({}),
  output: z.object({ name: z.string() }),
  problems: [],
} as const satisfies Operation;
const long = {
  ...short,
  path: "/long",
  output: z.object({ name: z.string(), city: z.string() }),
} as const satisfies Operation;

test("an answer that may still change is written as it is now", () => {
  const value = { name: "Ada" };
  expect(storedResponseOf(short, ok(value)).body).toBe('{"name":"Ada"}');
  value.name = "Bola";
  expect(storedResponseOf(short, ok(value)).body).toBe('{"name":"Bola"}');
});

test("an answer that cannot change is written once for each operation, by its own schema", () => {
  const value = Object.freeze({ name: "Ada", city: "Kano" });
  const first = storedResponseOf(short, ok(value));
  expect(first.body).toBe('{"name":"Ada"}');
  expect(storedResponseOf(long, ok(value)).body).toBe('{"name":"Ada","city":"Kano"}');
  expect(storedResponseOf(short, ok(value)).body).toBe('{"name":"Ada"}');
  const again = storedResponseOf(short, ok(value));
  expect(storedResponseOf(short, ok(value))).toBe(again);
});
