import type { SearchType } from "@idanimo/contract/catalogue";
import { type Outcome, outcomes } from "@idanimo/contract/verification-states";
import { describe, expect, test } from "vitest";
import { sectionsOf } from "./sections.ts";

const item = (searchType: SearchType, outcome: Outcome | null, missingParts: readonly string[] = []) => ({
  id: `id of ${searchType}`,
  searchType,
  state: outcome === null ? "awaiting_consent" : "closed",
  outcome,
  missingParts,
});

test.each([
  ["nin", "basic"],
  ["nin_face", "basic"],
  ["demographics", "basic"],
  ["fingerprint", "basic"],
  ["phone", "search-extension"],
  ["rc", "business"],
  ["business_name", "business"],
  ["vin", "vehicle"],
  ["license_number", "vehicle"],
  ["legitcar", "vehicle"],
  ["bvn", "financial"],
] as const)("sectionsOf reports a lookup of %s in section %s with its own id [PAY-18]", (type, section) => {
  const reported = sectionsOf([item(type, "DELIVERED")]);
  expect(Object.keys(reported)).toEqual([section]);
  expect(reported[section]?.requestId).toBe(`id of ${type}`);
});

describe("sectionsOf [PAY-20 PAY-21]", () => {
  const refund = "The money was refunded to your wallet.";
  test.each([
    ["DELIVERED", 1, "Your vehicle verification request was successful."],
    ["NO_DATA", 0, "No record found"],
    ["PROVIDER_FAILED", 0, "An unexpected server error occurred. A refund has been initiated"],
    ["MINOR", 0, `The person is under 18, and we don't check minors. ${refund}`],
    [
      "NO_CONTACT",
      0,
      `We can't reach the person: the record has no phone number or email that works and is theirs. ${refund}`,
    ],
    ["BLOCKED", 0, `We can't ask this person now. ${refund}`],
    ["DENIED", 0, "Consent Denied"],
    ["UNANSWERED", 0, "Verification Result or Consent expired"],
  ] as const)("has the message for outcome %s", (outcome, success, message) => {
    expect(sectionsOf([item("vin", outcome)]).vehicle).toEqual({ requestId: "id of vin", success, message });
    const basic = sectionsOf([item("nin", outcome)]).basic;
    expect(basic).toMatchObject({ status: outcome, ...(outcome !== "DELIVERED" && { detail: message }) });
  });

  test("counts waiting for consent as success", () => {
    expect(sectionsOf([item("bvn", null)]).financial).toMatchObject({ success: 1, message: "Awaiting Consent" });
  });

  test("reports the failed one of two items in a section", () => {
    const reported = sectionsOf([item("rc", "DELIVERED"), item("business_name", "NO_DATA")]);
    expect(reported.business).toMatchObject({ requestId: "id of business_name", success: 0 });
  });
});

test("reports a half without a record, unless both are refunded [PAY-18]", () => {
  for (const outcome of [null, ...outcomes]) {
    const halves = sectionsOf([item("phone", outcome, ["bvn"])])["search-extension"];
    const isBack = ["PROVIDER_FAILED", "NO_CONTACT", "MINOR", "BLOCKED", "NO_ANSWER"].some((back) => back === outcome);
    expect(halves?.phoneVerification.status).toBe(outcome ?? "awaiting_consent");
    expect(halves?.bvnVerification.status).toBe(isBack ? outcome : "NO_DATA");
  }
});
