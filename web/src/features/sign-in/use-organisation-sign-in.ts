import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { OrganisationSignIn } from "./find-organisation-sign-in.ts";

type Found = { readonly domain: string; readonly signIn: OrganisationSignIn };

/** The domain of an email address that may be complete; empty without one. */
function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1).trim();
  return email.includes("@") && domain.includes(".") ? domain.toLowerCase() : "";
}

/**
 * The sign-in of the organisation to which an email's domain belongs [TM-11]. Its code loads when an address was
 * entered. Without a response the password's sign-in still says which one must be used.
 */
export function useOrganisationSignIn(email: string) {
  const asked = useRef("");
  const [found, setFound] = useState<Found>();
  async function lookUp() {
    const domain = domainOf(email);
    if (domain === "" || domain === asked.current) return;
    asked.current = domain;
    const module = await import("./find-organisation-sign-in.ts").catch(() => undefined);
    const signIn = await module?.findOrganisationSignIn(email);
    if (asked.current !== domain) return;
    if (signIn === undefined) asked.current = ""; // asks again next time
    setFound(signIn ? { domain, signIn } : undefined);
  }
  const lookUpFirst = useEffectEvent(lookUp);
  useEffect(() => void lookUpFirst(), []); // a remembered address
  return { signIn: found?.domain === domainOf(email) ? found.signIn : undefined, lookUp: () => void lookUp() };
}
