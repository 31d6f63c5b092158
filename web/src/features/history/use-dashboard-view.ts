import { navigate, useLocation } from "../../lib/router.ts";
import { parseView, type DashboardView, formatView } from "./dashboard-view.ts";

/** The dashboard's view from the address, and a function that changes it; each change adds a history entry. */
export function useDashboardView(): {
  readonly view: DashboardView;
  readonly changeView: (part: Partial<DashboardView>) => void;
} {
  const { pathname, search, state: error } = useLocation();
  const view = parseView(search);
  return {
    view,
    changeView: (part) => navigate(pathname + formatView({ ...view, ...part }), { state: error, preserveScroll: true }),
  };
}
