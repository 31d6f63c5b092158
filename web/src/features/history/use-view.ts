import { useLocation, useNavigate } from "react-router";
import { readView, type View, writeView } from "./view.ts";

/** The dashboard's view out of the address, and how to go to another one; each is a step of the back button. */
export function useView(): { readonly view: View; readonly change: (part: Partial<View>) => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const view = readView(search);
  return {
    view,
    change: (part) =>
      void navigate({ pathname, search: writeView({ ...view, ...part }) }, { state, preventScrollReset: true }),
  };
}
