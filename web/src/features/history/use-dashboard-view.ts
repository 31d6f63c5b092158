import { navigate, useLocation } from "../../lib/router.ts";
import { parseView, type DashboardView, formatView } from "./dashboard-view.ts";

/** The dashboard's view out of the address, and how to go to another one; each is a step of the back button. */
export function useDashboardView(): {
  readonly view: DashboardView;
  readonly changeView: (part: Partial<DashboardView>) => void;
} {
  const { pathname, search, state: said } = useLocation();
  const view = parseView(search);
  return {
    view,
    changeView: (part) => navigate(pathname + formatView({ ...view, ...part }), { state: said, preserveScroll: true }),
  };
}
