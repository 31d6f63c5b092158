import type { Operation, OutputOf, SentInputOf } from "@idanimo/contract/operation";
import { QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { call, type Problem } from "./call.ts";
import { viewProblemMessage } from "./problem-message.ts";

/** A refusal on its way through the cache, which knows only thrown errors. */
export class CallError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(viewProblemMessage(problem));
    this.problem = problem;
  }
}

/**
 * What `useQuery` needs for a reading operation: `useQuery(queryOf(profile, {}))`. Its key begins with the operation's path, so
 * `client.invalidateQueries({ queryKey: [profile.path] })` makes it stale. Its `error` is a `CallError`.
 */
export function operationQuery<Op extends Operation>(operation: Op, input: SentInputOf<Op>) {
  return queryOptions<OutputOf<Op>, CallError>({
    queryKey: [operation.path, input],
    queryFn: async ({ signal }) => {
      const answer = await call(operation, input, { signal });
      if (answer.ok) return answer.value;
      throw new CallError(answer.problem);
    },
  });
}

/**
 * Asks again because something has just happened. An answer that is on its way may have been given before that, and where it is the
 * first the library takes it for the new one: it is not waited for.
 */
export async function cancelAndInvalidate(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** The one cache of server data of a document. Nothing in it outlives the page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // asked again only when there was no answer: a refusal will be the same a second later
        retry: (count, error) => error instanceof CallError && error.problem.code === "no_response" && count < 2,
      },
    },
  });
}
