import { socialFailurePath, socialSecondStepPath } from "@idanimo/contract/social";
import { expect, test } from "vitest";
import { secondFactorPath } from "./complete-sign-in.ts";

test("a redirect that requires a second step ends at the second-factor page [SOCIAL-05]", () => {
  // duplicated in the web, since importing the contract's module would add half a kilobyte to the first load [G-F2]
  expect(secondFactorPath).toBe(socialSecondStepPath);
  expect(socialFailurePath("google", "refused")).toBe("/login?social=google-refused");
});
