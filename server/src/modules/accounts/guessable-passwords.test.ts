import { describe, expect, test } from "vitest";
import { isGuessablePassword } from "./guessable-passwords.ts";

const email = "chidinma.okafor@example.test";

describe("a guessable password [T-06]", () => {
  test.each([
    { password: "12345678", why: "on the list" },
    { password: "PaSsWoRd", why: "on the list, in any case" },
    { password: "Password1!", why: "on the list, with digits and signs after it" },
    { password: "123-Dragon-2026!", why: "on the list, with digits and signs around it" },
    { password: "Idanimo-2026!", why: "the product's name" },
    { password: "Idanimo#password1", why: "the product's name and a listed word" },
    { password: "Chidinma.Okafor1", why: "the email's local part" },
    { password: "Okafor_Chidinma9", why: "the local part's parts in another order" },
    { password: "OKAFOR!1990", why: "one part of the local part" },
  ])("$password is rejected: $why", async ({ password }) =>
    expect(await isGuessablePassword(password, email)).toBe(true),
  );
});

describe("another password [T-06]", () => {
  test.each([
    "Correct-horse-1",
    "Two-6-goats-home",
    "three brown goats at noon",
    "my dragon eats idanimo for lunch",
    "8f3k-29xp-q4tw",
    "\u1ECCl\u00E1w\u00E1l\u00E9-7-k\u00ECn\u00ED",
    "48392017",
  ])("%s is accepted", async (password) => expect(await isGuessablePassword(password, email)).toBe(false));
});
