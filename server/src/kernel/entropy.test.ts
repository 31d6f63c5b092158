import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isLowEntropy, isRepeated } from "./entropy.ts";

describe("isLowEntropy", () => {
  test.each([
    "a".repeat(40),
    "abababababababab",
    "correct-horse-correct-horse-",
    "abcdefghijklmnopqrstuvwxyz012345",
    "zyxwvutsrqponmlkjihgfedcba987654",
    "QWERTYUIOPasdfghjklZXCVBNM123456",
    "1234512345999888777",
  ])("finds %s easy to guess", (secret) => expect(isLowEntropy(secret)).toBe(true));

  test("accepts generated secrets in every usual encoding", () => {
    for (let round = 0; round < 20_000; round += 1) {
      const bytes = randomBytes(32);
      for (const form of ["base64", "base64url", "hex"] as const)
        expect(isLowEntropy(bytes.toString(form))).toBe(false);
      expect(isLowEntropy(bytes.toString("hex").slice(0, 24))).toBe(false);
    }
  });
});

describe("isRepeated", () => {
  test.each(["", "xxxx", "0", "abab"])("detects repetition in %j", (secret) => expect(isRepeated(secret)).toBe(true));
  test("accepts a short key without repetition", () => expect(isRepeated("419")).toBe(false));
});
