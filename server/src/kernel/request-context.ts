import { AsyncLocalStorage } from "node:async_hooks";
import type { IdSource } from "./ids.ts";

/**
 * The request that work is done for: an API request, its jobs and its calls to providers share one id in their log
 * lines and as `x-request-id`. Work without a request, such as a schedule's, has an id of its own.
 */
type RequestContext = {
  id: string;
  /** Whether a row already has the id; no other row may. */
  isIdUsed: boolean;
  /** The caller's address; undefined outside an API request. */
  readonly address?: string | undefined;
};
const requestContexts = new AsyncLocalStorage<RequestContext>();

/** The id of the current request; undefined outside one. */
export const currentRequestId = (): string | undefined => requestContexts.getStore()?.id;

/** The address that the current API request came from; undefined in jobs. */
export const currentAddress = (): string | undefined => requestContexts.getStore()?.address;

/** Runs work in the context of a request. */
export function withRequestContext<Value>(id: string, work: () => Value, address?: string): Value {
  return requestContexts.run({ id, isIdUsed: false, address }, work);
}

/** Changes the id of the current context: for a job that finds out which request queued it. */
export function adoptRequestId(id: string): void {
  const call = requestContexts.getStore();
  if (call) call.id = id;
}

/** An id for a row that is found by its request: the request's id for the first row, then new ids. */
export function requestScopedId(ids: IdSource): string {
  const call = requestContexts.getStore();
  if (!call || call.isIdUsed || !uuidPattern.test(call.id)) return ids.rowId();
  call.isIdUsed = true;
  return call.id;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
