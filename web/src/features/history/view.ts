import { historyPageSize } from "@idanimo/contract/limits";
import { historyFilters } from "@idanimo/contract/verification";

export type HistoryFilter = (typeof historyFilters)[number];
export const dashboardTabs = ["history", "transactions"] as const;
export const pageSizes = [historyPageSize, 20, 50, 100] as const;

/** What of the dashboard stands in its address, so that it can be kept and the back button works. Never what is searched for. */
export type View = {
  readonly tab: (typeof dashboardTabs)[number];
  readonly type: HistoryFilter | undefined;
  readonly size: number;
};

const usual: View = { tab: "history", type: undefined, size: historyPageSize };

/** @param search `?type=VIN&size=20&tab=transactions`, each may be missing; what is not known is as if it were missing */
export function readView(search: string): View {
  const given = new URLSearchParams(search);
  return {
    tab: dashboardTabs.find((tab) => tab === given.get("tab")) ?? usual.tab,
    type: historyFilters.find((type) => type === given.get("type")),
    size: pageSizes.find((size) => String(size) === given.get("size")) ?? usual.size,
  };
}

/** The other way round; what is usual is left out. */
export function writeView({ tab, type, size }: View): string {
  const told = new URLSearchParams({
    ...(tab !== usual.tab && { tab }),
    ...(type && { type }),
    ...(size !== usual.size && { size: String(size) }),
  }).toString();
  return told && `?${told}`;
}
