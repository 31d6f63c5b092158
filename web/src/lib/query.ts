import type { Operation, OutputOf, SentInputOf } from "@idanimo/contract/operation";
import { QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { call, type Problem } from "./call.ts";
import { viewProblemMessage } from "./problem-message.ts";

/** Carries a problem through TanStack Query, which only knows thrown errors. */
export class CallError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(viewProblemMessage(problem));
    this.problem = problem;
  }
}

/**
 * Options of `useQuery` for a read operation: `useQuery(operationQuery(profile, {}))`. The key begins with the
 * operation's path, so `client.invalidateQueries({ queryKey: [profile.path] })` invalidates it. Its `error` is a
 * `CallError`.
 */
export function operationQuery<Op extends Operation>(operation: Op, input: SentInputOf<Op>) {
  return queryOptions<OutputOf<Op>, CallError>({
    queryKey: [operation.path, input],
    queryFn: async ({ signal }) => {
      const result = await call(operation, input, { signal });
      if (result.ok) return result.value;
      throw new CallError(result.problem);
    },
  });
}

/**
 * Refetches after an event. Cancels a request in flight first: its response may be older than the event, and
 * TanStack Query would accept it as the new one if it is the first.
 */
export async function cancelAndInvalidate(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Creates the document's cache of server data. It is in memory only. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // retried only without a response: a problem would be the same a second later
        retry: (count, error) => error instanceof CallError && error.problem.code === "no_response" && count < 2,
      },
    },
  });
}
