import { historyPageSizeMax } from "@idanimo/contract/limits";
import { history, historyFilters } from "@idanimo/contract/history";
import { expect, test } from "vitest";
import { dashboardTabs, noFilters, pageSizes, parseView, type DashboardView, formatView } from "./dashboard-view.ts";

const usual: DashboardView = { ...noFilters, tab: "history", size: 10 };

test.each([
  { search: "", view: usual, why: "defaults to the history, every kind and ten rows (CONST-16)" },
  {
    search: "?type=VIN&size=20&tab=transactions",
    view: { ...noFilters, tab: "transactions", type: "VIN", size: 20 },
    why: "reads all parameters",
  },
  { search: "?type=Face%2BNIN", view: { ...usual, type: "Face+NIN" }, why: "reads a kind that contains a plus sign" },
  {
    search: "?status=Refunded&from=2026-11-01&to=2026-11-21",
    view: { ...usual, status: "Refunded", from: "2026-11-01", to: "2026-11-21" },
    why: "reads a status and days",
  },
  {
    search: "?member=6f9619ff-8b86-4011-b42d-00c04fc964ff",
    view: { ...usual, memberId: "6f9619ff-8b86-4011-b42d-00c04fc964ff" },
    why: "reads a member",
  },
  { search: "?member=ada", view: usual, why: "ignores what is no member" },
  { search: "?status=refunded&from=2026-02-31&to=x", view: usual, why: "ignores a status and days that do not exist" },
  { search: "?type=vin&size=11&tab=wallet&q=70123456789", view: usual, why: "ignores unknown values" },
  {
    search: "?size=1e2&type=VIN&type=NIN",
    view: { ...usual, type: "VIN" },
    why: "accepts only the offered page sizes",
  },
] satisfies readonly { search: string; view: DashboardView; why: string }[])(
  "$why [DASH-05 DASH-06]",
  ({ search, view }) => {
    expect(parseView(search)).toEqual(view);
  },
);

test("round-trips every view through the address, with filters, size and tab only [DASH-05 DASH-06]", () => {
  const memberId = "6f9619ff-8b86-4011-b42d-00c04fc964ff";
  for (const tab of dashboardTabs)
    for (const type of [undefined, ...historyFilters])
      for (const size of pageSizes) {
        const view = { ...noFilters, tab, type, size, from: "2026-11-01", status: "Expired", memberId } as const;
        const address = formatView(view);
        expect(parseView(address)).toEqual(view);
        const unknown = [...new URLSearchParams(address).keys()].filter(
          (name) => !/^(tab|type|size|from|status|member)$/.test(name),
        );
        expect(unknown).toEqual([]);
      }
  expect(formatView(usual)).toBe("");
});

test("offers the six filter entries and accepts each page size [DASH-05 C-35]", () => {
  expect(historyFilters).toEqual(["NIN", "BVN", "Face+NIN", "COMPANY NAME", "Vehicle Registration Number", "VIN"]);
  for (const size of pageSizes) expect(history.input.safeParse({ size }).success).toBe(true);
  expect(Math.max(...pageSizes)).toBe(historyPageSizeMax);
});
