import { useEffect } from "react";
import { navigate } from "./router.ts";

/** Replaces the current URL by another one. */
export function Redirect({ to: address }: { readonly to: string }) {
  useEffect(() => navigate(address, { replace: true }), [address]);
  return null;
}
