import { profile } from "@idanimo/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryOf } from "../lib/query.ts";
import { knowEmail } from "../lib/session.ts";
import { storedRoot } from "../lib/storage.ts";

/** Who is signed in, and the active wallet. One question to the server, shared by all that ask; a refusal leaves for /login. */
export function useUser() {
  const query = useQuery(queryOf(profile, {}));
  const user = query.data;
  // the public pages and the next load draw their bar from this before the server has answered
  useEffect(() => {
    if (!user) return;
    knowEmail(user.email);
    const { firstName, lastName, expirationDate, profileImageLocation: image } = user;
    storedRoot.set({
      isAuthenticated: true,
      firstName,
      lastName,
      expirationDate,
      ...(image && { profileImageLocation: image }),
    });
  }, [user]);
  return query;
}
