import { profile } from "@idanimo/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { operationQuery } from "../lib/query.ts";
import { setCurrentEmail } from "../lib/session.ts";
import { storedSignedInHint } from "../lib/storage.ts";

/** The signed-in user and the active wallet. All callers share one request; a rejected one redirects to /login. */
export function useUser() {
  const query = useQuery(operationQuery(profile, {}));
  const user = query.data;
  // the public pages and the next load render their navigation bar from this before the server has responded
  useEffect(() => {
    if (!user) return;
    setCurrentEmail(user.email);
    const { firstName, lastName, expirationDate, profileImageLocation: image } = user;
    storedSignedInHint.set({
      isAuthenticated: true,
      firstName,
      lastName,
      expirationDate,
      ...(image && { profileImageLocation: image }),
    });
  }, [user]);
  return query;
}
