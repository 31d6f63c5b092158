import { profile } from "@idanimo/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { operationQuery } from "../lib/query.ts";
import { setCurrentEmail } from "../lib/session.ts";
import { storedSignedInHint } from "../lib/storage.ts";

/** Who is signed in, and the active wallet. One question to the server, shared by all that ask; a refusal leaves for /login. */
export function useUser() {
  const query = useQuery(operationQuery(profile, {}));
  const user = query.data;
  // the public pages and the next load draw their bar from this before the server has answered
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
