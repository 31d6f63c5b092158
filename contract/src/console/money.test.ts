import { expect, test } from "vitest";
import * as z from "zod/mini";
import { viewAccountsReport } from "./money.ts";

test("the accounts report carries amounts below zero to the kobo", () => {
  const account = {
    name: "Adjustments",
    currency: "NGN",
    opening: 0n,
    cameIn: 5n,
    wentOut: 588_05n,
    closing: -588_00n,
  } as const;
  const moved = { what: "Refunds by operators", currency: "NGN", times: 1, minor: -1n };
  const report = {
    to: "2026-11-28",
    accounts: [account],
    movements: [moved],
    offLedger: [],
    imbalances: [],
    readAt: "",
  };
  const wire = z.encode(viewAccountsReport.output, report);
  expect(wire.accounts[0]).toMatchObject({ cameIn: 0.05, wentOut: 588.05, closing: -588 });
  expect(z.decode(viewAccountsReport.output, wire)).toEqual(report);
});
