import { go, usePlace } from "../../lib/place.ts";
import { readView, type View, writeView } from "./view.ts";

/** The dashboard's view out of the address, and how to go to another one; each is a step of the back button. */
export function useView(): { readonly view: View; readonly change: (part: Partial<View>) => void } {
  const { pathname, search, said } = usePlace();
  const view = readView(search);
  return {
    view,
    change: (part) => go(pathname + writeView({ ...view, ...part }), { said, still: true }),
  };
}
