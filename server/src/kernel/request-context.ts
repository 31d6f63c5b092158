import { AsyncLocalStorage } from "node:async_hooks";
import type { IdSource } from "./ids.ts";

/**
 * Which call is being worked for, wherever it is asked: a call of the API, the job it queued, and what is asked of providers for it
 * all say one id in their log lines and as `x-request-id`. Work nobody called for, such as the schedule's, has an id of its own.
 */
type RequestContext = {
  id: string;
  /** Whether a row bears the id already; then no other may. */
  isIdUsed: boolean;
};
const requestContexts = new AsyncLocalStorage<RequestContext>();

/** The id of the call being worked for; undefined where there is none. */
export const currentRequestId = (): string | undefined => requestContexts.getStore()?.id;

/** Does work for a call. */
export function withRequestContext<Value>(id: string, work: () => Value): Value {
  return requestContexts.run({ id, isIdUsed: false }, work);
}

/** From here on the work is for another call: the one that a job finds it was queued by. */
export function adoptRequestId(id: string): void {
  const call = requestContexts.getStore();
  if (call) call.id = id;
}

/** An id for a row that is to be found by its call: the call's own the first time, then a new one. */
export function requestScopedId(ids: IdSource): string {
  const call = requestContexts.getStore();
  if (!call || call.isIdUsed || !uuidPattern.test(call.id)) return ids.rowId();
  call.isIdUsed = true;
  return call.id;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
