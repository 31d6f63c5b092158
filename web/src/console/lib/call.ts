import { type ConsoleOperation, consoleBase, csrfHeader } from "@idanimo/contract/console/operation";
import type { OutputOf, SentInputOf } from "@idanimo/contract/operation";
import { queryOptions } from "@tanstack/react-query";
import {
  buildRequest,
  type CallProblem,
  type CallResult,
  failedCall,
  readProblem,
  unexpectedProblem,
} from "../../lib/call.ts";
import { parseTolerantly } from "../../lib/parse-tolerantly.ts";
import { CallError } from "../../lib/query.ts";

/** The token of changing calls, in memory only. */
let csrfToken = "";
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Called when the operator's sign-in has ended. */
let onSignedOut: () => void = () => undefined;
export function setOnSignedOut(act: () => void): void {
  onSignedOut = act;
}

/** Calls an operation of the console. Never throws. */
export async function callConsole<Op extends ConsoleOperation>(
  operation: Op,
  input: SentInputOf<Op>,
  options: { readonly signal?: AbortSignal; readonly idempotencyKey?: string } = {},
): Promise<CallResult<OutputOf<Op>, CallProblem<Op>>> {
  const result = await sendRequest(operation, input, options);
  // the server returns only codes that the operation declares
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see the line above
  return result as CallResult<OutputOf<Op>, CallProblem<Op>>;
}

async function sendRequest(
  operation: ConsoleOperation,
  input: unknown,
  options: { readonly signal?: AbortSignal; readonly idempotencyKey?: string },
): Promise<CallResult<unknown>> {
  const request = buildRequest(operation, input, { ...options, base: consoleBase });
  if (!request) return failedCall("request_not_built");
  const headers = new Headers(request.init.headers);
  if (operation.method !== "GET") headers.set(csrfHeader, csrfToken);
  const response = await fetch(request.url, { ...request.init, headers }).catch(() => undefined);
  if (!response) return failedCall("no_response");
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const read = parseTolerantly(operation.output, body);
    return read.success ? { ok: true, value: read.data } : { ok: false, problem: unexpectedProblem(response) };
  }
  const problem = readProblem(response, body);
  if (problem.code === "not_signed_in" && operation.access === "signed_in") onSignedOut();
  return { ok: false, problem };
}

/** Options of `useQuery` for a read operation of the console. */
export function consoleQuery<Op extends ConsoleOperation>(operation: Op, input: SentInputOf<Op>) {
  return queryOptions<OutputOf<Op>, CallError>({
    queryKey: [operation.path, input],
    queryFn: async ({ signal }) => {
      const result = await callConsole(operation, input, { signal });
      if (result.ok) return result.value;
      throw new CallError(result.problem);
    },
  });
}
