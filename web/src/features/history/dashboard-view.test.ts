import { historyPageSizeMax } from "@idanimo/contract/limits";
import { history, historyFilters } from "@idanimo/contract/verification";
import { expect, test } from "vitest";
import { dashboardTabs, pageSizes, parseView, type DashboardView, formatView } from "./dashboard-view.ts";

const usual: DashboardView = { tab: "history", type: undefined, size: 10 };

test.each([
  { search: "", view: usual, why: "nothing is the usual: the history, every kind, ten rows (CONST-16)" },
  { search: "?type=VIN&size=20&tab=transactions", view: { tab: "transactions", type: "VIN", size: 20 }, why: "all" },
  { search: "?type=Face%2BNIN", view: { ...usual, type: "Face+NIN" }, why: "a kind with a sign in it" },
  { search: "?type=vin&size=11&tab=wallet&q=70123456789", view: usual, why: "what is not known is ignored" },
  { search: "?size=1e2&type=VIN&type=NIN", view: { ...usual, type: "VIN" }, why: "a size is one of those offered" },
] satisfies readonly { search: string; view: DashboardView; why: string }[])(
  "DASH-05 DASH-06 $why",
  ({ search, view }) => {
    expect(parseView(search)).toEqual(view);
  },
);

test("DASH-05 DASH-06 every view is found again at its address, and an address says nothing but kind, size and tab", () => {
  for (const tab of dashboardTabs)
    for (const type of [undefined, ...historyFilters])
      for (const size of pageSizes) {
        const address = formatView({ tab, type, size });
        expect(parseView(address)).toEqual({ tab, type, size });
        expect([...new URLSearchParams(address).keys()].filter((name) => !/^(tab|type|size)$/.test(name))).toEqual([]);
      }
  expect(formatView(usual)).toBe("");
});

test("DASH-05 C-35 the filter has the specification's six entries, and each page size can be asked for", () => {
  expect(historyFilters).toEqual(["NIN", "BVN", "Face+NIN", "COMPANY NAME", "Vehicle Registration Number", "VIN"]);
  for (const size of pageSizes) expect(history.input.safeParse({ size }).success).toBe(true);
  expect(Math.max(...pageSizes)).toBe(historyPageSizeMax);
});
