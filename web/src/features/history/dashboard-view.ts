import { historyPageSize } from "@idanimo/contract/limits";
import { historyFilters } from "@idanimo/contract/verification";

export type HistoryFilter = (typeof historyFilters)[number];
export const dashboardTabs = ["history", "transactions"] as const;
export const pageSizes = [historyPageSize, 20, 50, 100] as const;

/**
 * The part of the dashboard's state that is in the address, for bookmarks and the back button. Never the search
 * text.
 */
export type DashboardView = {
  readonly tab: (typeof dashboardTabs)[number];
  readonly type: HistoryFilter | undefined;
  readonly size: number;
};

const defaultView: DashboardView = { tab: "history", type: undefined, size: historyPageSize };

/**
 * @param search `?type=VIN&size=20&tab=transactions`; all parameters are optional and unknown values are ignored
 */
export function parseView(search: string): DashboardView {
  const params = new URLSearchParams(search);
  return {
    tab: dashboardTabs.find((tab) => tab === params.get("tab")) ?? defaultView.tab,
    type: historyFilters.find((type) => type === params.get("type")),
    size: pageSizes.find((size) => String(size) === params.get("size")) ?? defaultView.size,
  };
}

/** The inverse of `parseView`; omits default values. */
export function formatView({ tab, type, size }: DashboardView): string {
  const query = new URLSearchParams({
    ...(tab !== defaultView.tab && { tab }),
    ...(type && { type }),
    ...(size !== defaultView.size && { size: String(size) }),
  }).toString();
  return query && `?${query}`;
}
