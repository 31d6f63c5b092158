import { useLayoutEffect } from "react";
import { navigate } from "./router.ts";

/**
 * Replaces the current URL by another one. Scrolls to the top at once, before the next screen's code is loaded: the page
 * is shorter now, and its footer would come into view from below.
 */
export function Redirect({ to: address }: { readonly to: string }) {
  useLayoutEffect(() => {
    scrollTo(0, 0);
    navigate(address, { replace: true });
  }, [address]);
  return null;
}
