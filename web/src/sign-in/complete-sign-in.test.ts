import { socialFailurePath, socialSecondStepPath } from "@idanimo/contract/social";
import { expect, test } from "vitest";
import { secondFactorPath } from "./complete-sign-in.ts";

test("SOCIAL-05 a redirect that asks for a second step ends where the password's second step stands", () => {
  // written in the document too, since the contract's module would be half a kilobyte of the first load (G-F2)
  expect(secondFactorPath).toBe(socialSecondStepPath);
  expect(socialFailurePath("google", "refused")).toBe("/login?social=google-refused");
});
