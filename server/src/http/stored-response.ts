import type { InputOf, Operation, OperationShape, OutputOf, ProblemCodeOf } from "@idanimo/contract/operation";
import { problemBodyOf, type Problem, type Result } from "@idanimo/contract/problems";
import * as z from "zod/mini";
import type { CallerOf } from "./call.ts";

/** The first response to a request. */
export type StoredResponse = { readonly status: number; readonly body: string; readonly retryAfterSeconds?: number };

/** The Idempotency-Key of a request, and the keyed hash of its body. */
export type IdempotencyKey = { readonly key: string; readonly bodyHash: Buffer };

/**
 * A use case that stores the key in the statement that moves the money. Returns the first response of the key, or
 * undefined for an input that it leaves to the handler; the key is then stored around the handler.
 */
export type IdempotentHandler<Op extends Operation> = (
  input: InputOf<Op>,
  caller: CallerOf<Op>,
  key: IdempotencyKey,
) => Promise<StoredResponse | undefined>;

/** Checks a handler's result against the operation's schema and serialises it. */
export function storedResponseOf<Op extends OperationShape>(
  operation: Op,
  result: Result<OutputOf<Op>, ProblemCodeOf<Op>>,
): StoredResponse {
  if (!result.ok) {
    const problem: Problem = result.problem;
    const body = problemBodyOf(problem);
    const { retryAfterSeconds } = problem;
    return {
      status: body.status,
      body: JSON.stringify(body),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation's own output
  const status = operation.statusOf?.(result.value as never) ?? 200;
  return { status, body: JSON.stringify(z.encode(operation.output, result.value)) };
}
