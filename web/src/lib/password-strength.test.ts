import { expect, test } from "vitest";
import { estimateStrength } from "./password-strength.ts";

test.each([
  { password: "", strength: "none", why: "does not rate an empty password" },
  { password: "Aa1!xyz", strength: "short", why: "rates fewer than 8 characters as short" },
  { password: "Password1!", strength: "weak", why: "rates a common word as weak despite four kinds of characters" },
  { password: "aaaaaaaaaaaaaaaa", strength: "weak", why: "rates one repeated letter as weak" },
  { password: "abcdefgh1234", strength: "weak", why: "rates alphabetical order as weak" },
  { password: "Garri4all!", strength: "fair", why: "rates a short mixture as fair" },
  { password: "three brown goats at noon", strength: "strong", why: "rates several words as strong without symbols" },
] as const)("$why [T-07]", ({ password, strength }) => {
  expect(estimateStrength(password)).toBe(strength);
});

test("ignores the user's own name and email in a password [T-07]", () => {
  expect(estimateStrength("Adaeze-Obiora1")).not.toBe("weak");
  expect(estimateStrength("Adaeze-Obiora1", ["Adaeze", "Obiora", "adaeze@example.com"])).toBe("weak");
});
