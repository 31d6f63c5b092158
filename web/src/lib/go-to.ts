import { useEffect } from "react";
import { go } from "./place.ts";

/** Leads on to another address in place of this one. */
export function GoTo({ address }: { readonly address: string }) {
  useEffect(() => go(address, { replace: true }), [address]);
  return null;
}
