import { socialReturnPath, socialSecondStepPath } from "@idanimo/contract/social";
import { expect, test } from "vitest";
import { secondStepPath } from "./enter.ts";

test("SOCIAL-05 a redirect that asks for a second step ends where the password's second step stands", () => {
  // written in the document too, since the contract's module would be half a kilobyte of the first load (G-F2)
  expect(secondStepPath).toBe(socialSecondStepPath);
  expect(socialReturnPath("google", "refused")).toBe("/login?social=google-refused");
});
