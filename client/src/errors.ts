/** A response that is not a success: a problem of RFC 9457. */
export class ApiError extends Error {
  /** What happened, for programs: `wallet_balance_low`. */
  readonly code: string;
  /** The HTTP status. */
  readonly status: number;
  /** Names the call in our logs: support asks for it. */
  readonly requestId: string | undefined;
  /** What is wrong, by the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What a program needs besides the code: the missing scope, for example. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(response: Response, body: unknown) {
    const problem = isObject(body) ? body : {};
    super(textOf(problem["message"]) ?? `The server responded with status ${response.status}.`);
    this.name = "ApiError";
    this.code = textOf(problem["code"]) ?? "unexpected";
    this.status = response.status;
    this.requestId = response.headers.get("x-request-id") ?? undefined;
    const fields = isObject(problem["fields"]) ? problem["fields"] : {};
    this.fields = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)]));
    this.details = isObject(problem["details"]) ? problem["details"] : {};
  }
}

/**
 * There was no response, after all repetitions. A call that takes an `Idempotency-Key` may be repeated with
 * `idempotencyKey`; whether the server did its work is not known.
 */
export class NoResponseError extends Error {
  /** The key with which the call was sent. */
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super("The server did not respond.", { cause });
    this.name = "NoResponseError";
    this.idempotencyKey = idempotencyKey;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
