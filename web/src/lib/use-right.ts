import { profile } from "@idanimo/contract/accounts";
import type { OutputOf, RequiredRight } from "@idanimo/contract/operation";
import { useQuery } from "@tanstack/react-query";
import { activeOrganisation } from "./active-organisation.ts";
import { operationQuery } from "./query.ts";

type Organisation = OutputOf<typeof profile>["organisation"];

/** Whether a member may do what needs a right, or one of several. A person's own account has every right. */
export function hasRight(organisation: Organisation, required: RequiredRight): boolean {
  if (organisation === null || required === "personal") return true;
  const accepted: readonly string[] = typeof required === "string" ? [required] : required;
  return accepted.some((right) => organisation.rights.includes(right));
}

/**
 * Whether to show what needs a right: `useRight(operation.right)`. Before the profile is known, only the own account
 * is assumed to have it. The server checks each call in any case [TM-02].
 */
export function useRight(required: RequiredRight): boolean {
  const { data: user } = useQuery(operationQuery(profile, {}));
  return user ? hasRight(user.organisation, required) : activeOrganisation() === undefined;
}
