import { AsyncLocalStorage } from "node:async_hooks";
import type { IdSource } from "./ids.ts";

/**
 * Which call is being worked for, wherever it is asked: a call of the API, the job it queued, and what is asked of providers for it
 * all say one id in their log lines and as `x-request-id`. Work nobody called for, such as the schedule's, has an id of its own.
 */
type Call = {
  id: string;
  /** Whether a row bears the id already; then no other may. */
  hasRow: boolean;
};
const calls = new AsyncLocalStorage<Call>();

/** The id of the call being worked for; undefined where there is none. */
export const currentCall = (): string | undefined => calls.getStore()?.id;

/** Does work for a call. */
export function workFor<Value>(id: string, work: () => Value): Value {
  return calls.run({ id, hasRow: false }, work);
}

/** From here on the work is for another call: the one that a job finds it was queued by. */
export function goOnFor(id: string): void {
  const call = calls.getStore();
  if (call) call.id = id;
}

/** An id for a row that is to be found by its call: the call's own the first time, then a new one. */
export function rowOfCall(ids: IdSource): string {
  const call = calls.getStore();
  if (!call || call.hasRow || !isRowId.test(call.id)) return ids.row();
  call.hasRow = true;
  return call.id;
}

const isRowId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
