import { expect, test } from "vitest";
import { findForm } from "./find-form.ts";

test.each([
  { note: "", isValid: true },
  { note: "ticket 4711", isValid: true },
  { note: "called from 0803 555 1122", isValid: false },
  { note: "wrote from ada@example.test", isValid: false },
])("accepts the note '$note': $isValid [OC-05]", ({ note, isValid }) => {
  expect(findForm.safeParse({ value: "ada@example.test", reason: "asked_us", note }).success).toBe(isValid);
});
