import { currentOperator } from "@idanimo/contract/console/session";
import { type ConsoleRight, hasRight } from "@idanimo/contract/console/rights";
import type { OutputOf } from "@idanimo/contract/operation";
import { queryOptions, useQuery } from "@tanstack/react-query";
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

/** Whether the signed-in operator has a right; screens hide what the server would reject. */
export function useRight(right: ConsoleRight): boolean {
  const { data: operator } = useQuery(operatorQuery);
  return hasRight(operator?.roles ?? [], right);
}
