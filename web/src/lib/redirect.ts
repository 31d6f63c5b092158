import { useEffect } from "react";
import { navigate } from "./router.ts";

/** Leads on to another address in place of this one. */
export function Redirect({ to: address }: { readonly to: string }) {
  useEffect(() => navigate(address, { replace: true }), [address]);
  return null;
}
