import { publicId } from "@idanimo/contract/fields";
import { historyPageSize } from "@idanimo/contract/limits";
import { historyStatuses } from "@idanimo/contract/request-status";
import { isDay } from "@idanimo/contract/statement-days";
import { historyFilters } from "@idanimo/contract/history";
import type { HistoryFilters } from "./rules.ts";

export const dashboardTabs = ["history", "transactions", "bulk"] as const;
export const pageSizes = [historyPageSize, 20, 50, 100] as const;

export const noFilters: HistoryFilters = {
  type: undefined,
  status: undefined,
  memberId: undefined,
  from: undefined,
  to: undefined,
};

/**
 * The part of the dashboard's state that is in the address, for bookmarks and the back button. Never the search
 * text.
 */
export type DashboardView = HistoryFilters & {
  readonly tab: (typeof dashboardTabs)[number];
  readonly size: number;
};

const defaultView: DashboardView = { ...noFilters, tab: "history", size: historyPageSize };

const memberIn = (text: string | null) => {
  const read = publicId.safeParse(text);
  return read.success ? read.data : undefined;
};
const dayIn = (text: string | null) => (text !== null && isDay(text) ? text : undefined);

/**
 * @param search `?type=VIN&size=20&tab=transactions`; all parameters are optional and unknown values are ignored
 */
export function parseView(search: string): DashboardView {
  const params = new URLSearchParams(search);
  return {
    tab: dashboardTabs.find((tab) => tab === params.get("tab")) ?? defaultView.tab,
    type: historyFilters.find((type) => type === params.get("type")),
    status: historyStatuses.find((status) => status === params.get("status")),
    memberId: memberIn(params.get("member")),
    from: dayIn(params.get("from")),
    to: dayIn(params.get("to")),
    size: pageSizes.find((size) => String(size) === params.get("size")) ?? defaultView.size,
  };
}

/** The filters that are set, as the API and the address take them. */
export const setFilters = ({ type, status, memberId, from, to }: HistoryFilters) => ({
  ...(type && { type }),
  ...(status && { status }),
  ...(memberId && { memberId }),
  ...(from && { from }),
  ...(to && { to }),
});

export const hasFilters = (view: HistoryFilters): boolean => Object.keys(setFilters(view)).length > 0;

/** The inverse of `parseView`; omits default values. */
export function formatView({ tab, size, memberId, ...filters }: DashboardView): string {
  const query = new URLSearchParams({
    ...(tab !== defaultView.tab && { tab }),
    ...setFilters(filters),
    ...(memberId && { member: memberId }),
    ...(size !== defaultView.size && { size: String(size) }),
  }).toString();
  return query && `?${query}`;
}
