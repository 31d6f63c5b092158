import {
  apiBase,
  type Operation,
  type OperationShape,
  type OutputOf,
  pathParameterNames,
  type ProblemCodeOf,
  type SentInputOf,
} from "@idanimo/contract/operation";
import { browserProblems, isProblemCode, type ProblemCode } from "@idanimo/contract/problem-codes";
import { fillPlaceholders } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { ZodMiniType } from "zod/mini";
import { organisationHeaders } from "./active-organisation.ts";
import { takePreloadedResponse } from "./preloaded-responses.ts";
import { parseTolerantly } from "./parse-tolerantly.ts";
import { endSession, withSignInLock } from "./session.ts";
import { signInHasExpired, storedSignedInHint } from "./storage.ts";

/** A problem as the web handles it: the catalogue's code with a message for the user. */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  readonly message: string;
  /** Message by field name. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, string>>;
};

export type CallResult<Value, Code extends ProblemCode = ProblemCode> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem<Code> };

/** The operation's problems, and those of the browser when there is no response. */
export type CallProblem<Op extends OperationShape> = ProblemCodeOf<Op> | "no_response" | "request_not_built";

type CallOptions = {
  readonly signal?: AbortSignal;
  /** To repeat a call that moves money, pass the same key; otherwise a new one is generated. */
  readonly idempotencyKey?: string;
  /** Base of the path; the API's if absent. */
  readonly base?: string;
};

/**
 * Calls an operation of the contract. Never throws: problems, a missing response and an invalid request are
 * returned. When the session has ended it redirects to /login, or to the start page if the session has expired
 * [SESSION-07].
 */
export async function call<Op extends Operation>(
  operation: Op,
  input: SentInputOf<Op>,
  options: CallOptions = {},
): Promise<CallResult<OutputOf<Op>, CallProblem<Op>>> {
  const result = await sendRequest(operation, input, options);
  // the server returns only codes that the operation declares; any other code was mapped to `unexpected` below
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see the line above
  return result as CallResult<OutputOf<Op>, CallProblem<Op>>;
}

async function sendRequest(operation: Operation, input: unknown, options: CallOptions): Promise<CallResult<unknown>> {
  const request = buildRequest(operation, input, options);
  if (!request) return failedCall("request_not_built");
  const send = () => fetch(request.url, request.init).catch(() => undefined);
  const preloaded = operation.method === "GET" ? await takePreloadedResponse(request.url) : undefined;
  const first = preloaded ?? (await (operation.renewsSession ? withSignInLock("exclusive", send) : send()));
  // sent with a token that was being renewed: the server did nothing, and the new token may have arrived
  const isStale = first?.status === 401 && operation.access === "signed_in";
  const response = isStale ? await withSignInLock("shared", send) : first;
  return response ? readResponse(response, operation) : failedCall("no_response");
}

/** Reads a response of the API, also of a path that is not an operation. */
export async function readResponse<Value>(
  response: Response,
  { output, access }: { readonly output: ZodMiniType<Value>; readonly access: Operation["access"] },
): Promise<CallResult<Value>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const problem = readProblem(response, body);
    if (problem.code === "not_signed_in" && access === "signed_in") {
      const hasExpired = signInHasExpired();
      endSession(hasExpired ? "/" : "/login", !hasExpired && storedSignedInHint.get() ? "ended" : undefined);
    }
    return { ok: false, problem };
  }
  const read = parseTolerantly(output, body);
  return read.success ? { ok: true, value: read.data } : { ok: false, problem: unexpectedProblem(response) };
}

/** Builds the URL and options of an operation's request; undefined if its input cannot be serialised. */
export function buildRequest(
  operation: OperationShape,
  input: unknown,
  options: CallOptions = {},
): { readonly url: string; readonly init: RequestInit } | undefined {
  try {
    const rest: Record<string, unknown> = typeof input === "object" && input !== null ? { ...input } : {};
    const base = options.base ?? apiBase;
    let path: string = operation.path;
    for (const name of pathParameterNames(operation.path)) {
      const value = rest[name];
      if (typeof value !== "string" && typeof value !== "number") return undefined;
      path = path.replace(`{${name}}`, encodeURIComponent(value));
      delete rest[name];
    }
    const headers = new Headers({
      accept: "application/json",
      ...(operation.access === "signed_in" && organisationHeaders()),
    });
    if (operation.acceptsIdempotencyKey) headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID());
    const init: RequestInit = { method: operation.method, headers, credentials: "same-origin", cache: "no-store" };
    if (options.signal) init.signal = options.signal;
    if (operation.method === "POST") {
      headers.set("content-type", "application/json");
      return { url: base + path, init: { ...init, body: JSON.stringify(rest) } };
    }
    const query = new URLSearchParams(
      Object.entries(rest).flatMap(([name, value]) =>
        // oxlint-disable-next-line typescript/no-base-to-string -- query values are strings, numbers or booleans
        value === undefined || value === "" ? [] : [[name, String(value)]],
      ),
    ).toString();
    return { url: base + path + (query && `?${query}`), init };
  } catch {
    return undefined;
  }
}

/** The problem in an error response. */
export function readProblem(response: Response, body: unknown): Problem {
  if (typeof body !== "object" || body === null || !("code" in body)) return unexpectedProblem(response);
  const text = (name: string, otherwise: string) => {
    const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value;
    return typeof value === "string" && value !== "" ? value : otherwise;
  };
  if (typeof body.code !== "string") return unexpectedProblem(response);
  const code = isProblemCode(body.code) ? body.code : fallbackCode(response, text("message", ""));
  if (code === undefined) return unexpectedProblem(response);
  const fields = "fields" in body ? stringMembers(body.fields) : undefined;
  const details = "details" in body ? stringMembers(body.details) : undefined;
  return {
    code,
    status: response.status,
    title: text("title", browserProblems.unexpected.title),
    message: text("message", texts.unexpectedWithoutRequestId),
    ...(fields && { fields }),
    ...(details && { details }),
  };
}

/**
 * The code for one that this version does not know, because the server is newer: the server's message is shown.
 * After a 5xx money may have moved, so it stays `unexpected`. Undefined without a message [ERR-16].
 */
function fallbackCode(response: Response, message: string): "rejected" | "unexpected" | undefined {
  if (message === "") return undefined;
  return response.status < 500 ? "rejected" : "unexpected";
}

function stringMembers(value: unknown): Record<string, string> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** A problem that the browser reports itself: there was no response. */
export function failedCall(code: "no_response" | "request_not_built"): {
  readonly ok: false;
  readonly problem: Problem;
} {
  const spec = browserProblems[code];
  return { ok: false, problem: { code, status: spec.status, title: spec.title, message: spec.text } };
}

/** The problem of a response that is not as the contract says. */
export function unexpectedProblem(response: Response): Problem {
  const spec = browserProblems.unexpected;
  const requestId = response.headers.get("x-request-id");
  const message = requestId ? fillPlaceholders(spec.text, { requestId }) : texts.unexpectedWithoutRequestId;
  return { code: "unexpected", status: response.status, title: spec.title, message };
}
