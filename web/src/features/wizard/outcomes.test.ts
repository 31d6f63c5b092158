import { outcomes } from "@idanimo/contract/verification-states";
import { expect, test } from "vitest";
import { type CompletedSubmission, toSectionOutcomes, requestIdsOf } from "./outcomes.ts";

const requestId = "5f0c1a3e-0000-4000-8000-000000000001";
const told = (sections: Omit<CompletedSubmission, "status">) =>
  toSectionOutcomes({ status: "done", ...sections }).map(({ isGood, title, words }) =>
    isGood ? words : `${title}: ${words}`,
  );
const basic = (status: string, detail = "") => told({ basic: { requestId, status, detail } });
const refund = "An unexpected server error occurred. A refund has been initiated";

test.each([
  { status: "awaiting_consent", detail: "Awaiting Consent", says: "Awaiting Consent" },
  { status: "DELIVERED", detail: "View Result", says: "View Result" },
  { status: "NO_DATA", detail: "", says: "Oops!: Sorry, No record found" },
  { status: "NO_DATA", detail: "No record found", says: "Oops!: Sorry, No record found" },
  { status: "NO_DATA", detail: "No value present", says: "Oops!: No value present" },
  { status: "DENIED", detail: "Consent Denied", says: "Error: Consent Denied" },
  { status: "PROVIDER_FAILED", detail: refund, says: `Error: ${refund}` },
  { status: "MINOR", detail: refund, says: "Error: The person is under 18, and minors are not looked up." },
])("PAY-18, PAY-20, ERR-37, ERR-38, ERR-51: $status with $detail reads $says", ({ status, detail, says }) => {
  expect(basic(status, detail)).toEqual([says]);
});

test("PAY-20: every outcome but a delivered one is a failure that says whether the money came back", () => {
  const endings = outcomes.flatMap((status) =>
    toSectionOutcomes({ status: "done", basic: { requestId, status, detail: "x" } }),
  );
  expect(endings.map(({ isGood }) => isGood)).toEqual(outcomes.map((outcome) => outcome === "DELIVERED"));
  for (const ending of endings.filter(({ isGood }) => !isGood))
    expect(ending.more).toMatch(/back in your wallet|charge is kept/);
});

test("PAY-18, PAY-21, ERR-47: the sections with success say the server's own sentence, under Request Error when it is 0", () => {
  const business = "Your business verification request was successful.";
  const vehicle = "Your vehicle verification request was successful.";
  expect(
    told({
      business: { requestId, success: 1, message: business },
      vehicle: { requestId, success: 1, message: vehicle },
      financial: { requestId, success: 0, message: "No record found" },
    }),
  ).toEqual([business, vehicle, "Request Error: No record found"]);
});

test("PAY-18: where several parts ended, each is told under the name of its card", () => {
  const business = { requestId, success: 0, message: "No record found" } as const;
  const basic = { requestId, status: "awaiting_consent", detail: "Awaiting Consent" };
  expect(toSectionOutcomes({ status: "done", basic, business }).map(({ about, isGood }) => [about, isGood])).toEqual([
    ["Person Identity Profile", true],
    ["Business Profile", false],
  ]);
});

test("PAY-18: a search extension is good as soon as one of its halves is", () => {
  const half = (status: string) => ({ status, detail: status });
  const both = (phone: string, bvn: string) =>
    told({ "search-extension": { requestId, phoneVerification: half(phone), bvnVerification: half(bvn) } });
  expect(both("NO_DATA", "awaiting_consent")).toEqual(["awaiting_consent"]);
  expect(both("NO_DATA", "NO_DATA")).toEqual(["Oops!: NO_DATA"]);
});

test("BULK-05: a bulk file says that it is completed, and no request of it is looked for by its upload's id", () => {
  const bulkNin = { requestId, status: "Bulk verification completed", detail: "7 lines" };
  expect(told({ bulkNin })).toEqual(["Bulk verification completed"]);
  expect(requestIdsOf({ status: "done", bulkNin })).toEqual([]);
});

test("PAY-18: the dashboard is told of each request, also while it is still running", () => {
  expect(requestIdsOf({ status: "processing", requestIds: ["a", "b"] })).toEqual(["a", "b"]);
  expect(requestIdsOf({ status: "done", basic: { requestId, status: "awaiting_consent", detail: "" } })).toEqual([
    requestId,
  ]);
});
