import { expect, test } from "vitest";
import { estimateStrength } from "./password-strength.ts";

test.each([
  { password: "", strength: "none", why: "nothing typed is not called weak" },
  { password: "Aa1!xyz", strength: "short", why: "below 8 characters nothing else counts" },
  { password: "Password1!", strength: "weak", why: "four kinds of characters do not save a common word" },
  { password: "aaaaaaaaaaaaaaaa", strength: "weak", why: "one letter over and over is one letter" },
  { password: "abcdefgh1234", strength: "weak", why: "the order of the alphabet is foreseen" },
  { password: "Garri4all!", strength: "fair", why: "a short mixture is fair" },
  { password: "three brown goats at noon", strength: "strong", why: "several words are strong without signs" },
] as const)("T-07 $why", ({ password, strength }) => {
  expect(estimateStrength(password)).toBe(strength);
});

test("T-07 a person's own name and mail make a password no stronger", () => {
  expect(estimateStrength("Adaeze-Obiora1")).not.toBe("weak");
  expect(estimateStrength("Adaeze-Obiora1", ["Adaeze", "Obiora", "adaeze@example.com"])).toBe("weak");
});
