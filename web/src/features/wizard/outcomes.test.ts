import { outcomes } from "@idanimo/contract/verification-states";
import { expect, test } from "vitest";
import { type CompletedSubmission, toSectionOutcomes, requestIdsOf } from "./outcomes.ts";

const requestId = "5f0c1a3e-0000-4000-8000-000000000001";
const reported = (sections: Omit<CompletedSubmission, "status">) =>
  toSectionOutcomes({ status: "done", ...sections }).map(({ isGood, title, words }) =>
    isGood ? words : `${title}: ${words}`,
  );
const basic = (status: string, detail = "") => reported({ basic: { requestId, status, detail } });
const refund = "An unexpected server error occurred. A refund has been initiated";

// Covers: ERR-38 ERR-51
test.each([
  { status: "awaiting_consent", detail: "Awaiting Consent", says: "Awaiting Consent" },
  { status: "DELIVERED", detail: "View Result", says: "View Result" },
  { status: "NO_DATA", detail: "", says: "Oops!: Sorry, No record found" },
  { status: "NO_DATA", detail: "No record found", says: "Oops!: Sorry, No record found" },
  { status: "NO_DATA", detail: "No value present", says: "Oops!: No value present" },
  { status: "DENIED", detail: "Consent Denied", says: "Error: Consent Denied" },
  { status: "PROVIDER_FAILED", detail: refund, says: `Error: ${refund}` },
  { status: "MINOR", detail: refund, says: "Error: The person is under 18, and we don't check minors." },
])("shows $status with '$detail' as: $says [PAY-18 PAY-20 ERR-37]", ({ status, detail, says }) => {
  expect(basic(status, detail)).toEqual([says]);
});

test("reports every outcome except delivered as a failure, with the refund [PAY-20]", () => {
  const endings = outcomes.flatMap((status) =>
    toSectionOutcomes({ status: "done", basic: { requestId, status, detail: "x" } }),
  );
  expect(endings.map(({ isGood }) => isGood)).toEqual(outcomes.map((outcome) => outcome === "DELIVERED"));
  for (const ending of endings.filter(({ isGood }) => !isGood))
    expect(ending.more).toMatch(/refunded to your wallet|isn't refundable/);
});

test("shows the server's sentence, as Request Error if success is 0 [PAY-18 PAY-21 ERR-47]", () => {
  const business = "Your business verification request was successful.";
  const vehicle = "Your vehicle verification request was successful.";
  expect(
    reported({
      business: { requestId, success: 1, message: business },
      vehicle: { requestId, success: 1, message: vehicle },
      financial: { requestId, success: 0, message: "No record found" },
    }),
  ).toEqual([business, vehicle, "Request Error: No record found"]);
});

test("labels each of several sections with the name of its card [PAY-18]", () => {
  const business = { requestId, success: 0, message: "No record found" } as const;
  const basic = { requestId, status: "awaiting_consent", detail: "Awaiting Consent" };
  expect(toSectionOutcomes({ status: "done", basic, business }).map(({ about, isGood }) => [about, isGood])).toEqual([
    ["Person Identity Profile", true],
    ["Business Profile", false],
  ]);
});

test("accepts a search extension if one of its parts succeeded [PAY-18]", () => {
  const half = (status: string) => ({ status, detail: status });
  const both = (phone: string, bvn: string) =>
    reported({ "search-extension": { requestId, phoneVerification: half(phone), bvnVerification: half(bvn) } });
  expect(both("NO_DATA", "awaiting_consent")).toEqual(["awaiting_consent"]);
  expect(both("NO_DATA", "NO_DATA")).toEqual(["Oops!: NO_DATA"]);
});

test("reports a bulk file as completed, without a request id [BULK-05]", () => {
  const bulkNin = { requestId, status: "Bulk verification completed", detail: "7 lines" };
  expect(reported({ bulkNin })).toEqual(["Bulk verification completed"]);
  expect(requestIdsOf({ status: "done", bulkNin })).toEqual([]);
});

test("passes every request id to the dashboard, also while it is running [PAY-18]", () => {
  expect(requestIdsOf({ status: "processing", requestIds: ["a", "b"] })).toEqual(["a", "b"]);
  expect(requestIdsOf({ status: "done", basic: { requestId, status: "awaiting_consent", detail: "" } })).toEqual([
    requestId,
  ]);
});
