import { describe, expect, test } from "vitest";
import { searchTypes } from "../catalogue.ts";
import { recordPartIds } from "../record-parts.ts";
import { outcomes, paymentStates } from "../verification-states.ts";
import { findInvalidFields, webhookEventFields, webhookSubscriptions } from "./webhook-events.ts";

const data = {
  requestId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  sessionCode: "AbCdEfGhIjKlMnOpQrSt_-",
  transactionId: "EA12345678901234",
  searchType: "nin",
  outcome: "DELIVERED",
};

describe("findInvalidFields", () => {
  test("accepts exactly the listed fields of a kind [DP-08]", () => {
    expect(findInvalidFields("request.closed", data)).toEqual([]);
    expect(findInvalidFields("request.closed", { ...data, name: "Ada" })).toEqual(["name"]);
    const { outcome: _outcome, ...rest } = data;
    expect(findInvalidFields("request.closed", rest)).toEqual(["outcome"]);
  });

  test.each(["12345678901", "+2348031234567", "ada@example.test", "Ada Obi", "", "a".repeat(41)])(
    "rejects a personal value as a code: %s [DP-08]",
    (value) => {
      expect(findInvalidFields("request.closed", { ...data, outcome: value })).toEqual(["outcome"]);
      expect(findInvalidFields("request.closed", { ...data, sessionCode: value })).toEqual(["sessionCode"]);
      expect(findInvalidFields("request.closed", { ...data, requestId: value })).toEqual(["requestId"]);
    },
  );

  test("accepts every search type, part, outcome and payment state as a code [DP-08]", () => {
    for (const searchType of searchTypes)
      expect([searchType, findInvalidFields("request.closed", { ...data, searchType })]).toEqual([searchType, []]);
    for (const outcome of outcomes) expect(findInvalidFields("request.closed", { ...data, outcome })).toEqual([]);
    for (const state of paymentStates)
      expect(
        findInvalidFields("payment.settled", {
          reference: data.transactionId,
          state,
          amount: { amount: "5000.50", currency: "NGN" },
        }),
      ).toEqual([]);
    const { outcome: _outcome, ...request } = data;
    const decided = { ...request, decision: "granted", granted: recordPartIds, withheld: [] };
    expect(findInvalidFields("request.decided", decided)).toEqual([]);
  });

  test("every kind but the test event can be chosen [DP-08]", () => {
    expect([...webhookSubscriptions, "webhook.test"].toSorted()).toEqual(Object.keys(webhookEventFields).toSorted());
  });
});
