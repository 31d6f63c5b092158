import { describe, expect, test } from "vitest";
import { isGuessablePassword } from "./guessable-passwords.ts";

const email = "chidinma.okafor@example.test";

describe("T-06 a password that thieves try first is refused", () => {
  test.each([
    { password: "12345678", why: "on the list" },
    { password: "PaSsWoRd", why: "on the list, however it is written" },
    { password: "Password1!", why: "on the list but for digits and signs behind it" },
    { password: "123-Dragon-2026!", why: "and before it" },
    { password: "Idanimo-2026!", why: "the product's name" },
    { password: "Idanimo#password1", why: "the product's name and a word of the list" },
    { password: "Chidinma.Okafor1", why: "the person's mail name" },
    { password: "Okafor_Chidinma9", why: "its parts in another order" },
    { password: "OKAFOR!1990", why: "one part of it" },
  ])("$password: $why", async ({ password }) => expect(await isGuessablePassword(password, email)).toBe(true));
});

describe("T-06 any other one is taken", () => {
  test.each([
    "Correct-horse-1",
    "Two-6-goats-home",
    "three brown goats at noon",
    "my dragon eats idanimo for lunch",
    "8f3k-29xp-q4tw",
    "\u1ECCl\u00E1w\u00E1l\u00E9-7-k\u00ECn\u00ED",
    "48392017",
  ])("%s", async (password) => expect(await isGuessablePassword(password, email)).toBe(false));
});
