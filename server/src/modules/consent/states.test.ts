import { consentEvents, consentStates } from "@idanimo/contract/consent";
import { expect, test } from "vitest";
import { nextState } from "../../kernel/state-table.ts";
import { consentTransitions } from "./states.ts";

test("allows exactly the specified transitions of a consent [CONSENT-09 CONSENT-10 R-09]", () => {
  const moves = consentStates.flatMap((from) =>
    consentEvents.flatMap((event) => {
      const to = nextState(consentTransitions, from, event);
      return to ? [`${from}, ${event}: ${to}`] : [];
    }),
  );
  expect(moves).toEqual([
    "initiate, request_sent: pending",
    "initiate, record_missing: no_data_found",
    "initiate, no_contact: terminated",
    "initiate, minor: terminated",
    "initiate, blocked: terminated",
    "initiate, source_failed: terminated",
    "pending, unreachable: terminated",
    "pending, messages_not_sent: terminated",
    "pending, blocked: terminated",
    "pending, subject_granted: granted",
    "pending, subject_denied: denied",
    "pending, wrong_person: terminated",
    "pending, requester_closed: terminated",
    "pending, requester_cancelled: terminated",
    "pending, deadline_passed: terminated",
    "granted, subject_withdrew: terminated",
    "granted, requester_closed: terminated",
  ]);
});
