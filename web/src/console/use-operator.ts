import { currentOperator } from "@idanimo/contract/console/session";
import { type ConsoleRight, hasRight } from "@idanimo/contract/console/rights";
import type { OutputOf } from "@idanimo/contract/operation";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { CallError } from "../lib/query.ts";
import { callConsole, setCsrfToken } from "./lib/call.ts";

export type CurrentOperator = OutputOf<typeof currentOperator>;

/** The signed-in operator; null if there is none. */
export const operatorQuery = queryOptions<CurrentOperator | null, CallError>({
  queryKey: ["/me", {}],
  queryFn: async ({ signal }) => {
    const result = await callConsole(currentOperator, {}, { signal });
    if (result.ok) {
      setCsrfToken(result.value.csrfToken);
      return result.value;
    }
    if (result.problem.code === "not_signed_in") return null;
    throw new CallError(result.problem);
  },
  staleTime: 60_000,
});

/**
 * Deletes everything that an operator saw from memory, and shows the sign-in. The query of the operator stays: a
 * mounted screen does not follow one that is created again.
 */
export function forgetOperator(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== operatorQuery.queryKey[0] });
  client.setQueryData(operatorQuery.queryKey, null);
}

/** Whether the signed-in operator has a right; screens hide what the server would reject. */
export function useRight(right: ConsoleRight): boolean {
  const { data: operator } = useQuery(operatorQuery);
  return hasRight(operator?.roles ?? [], right);
}
