import { apiRequests } from "@idanimo/contract/developers/requests";
import { keepPreviousData } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";

/** Which calls; an empty value does not limit them. The day is in Lagos. */
export type RequestFilter = {
  readonly status: string;
  readonly route: string;
  readonly key: string;
  readonly day: string;
};
export const noRequestFilter: RequestFilter = { status: "", route: "", key: "", day: "" };

const filled = (filter: RequestFilter): Partial<RequestFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

export const hasFilter = (filter: RequestFilter): boolean => Object.keys(filled(filter)).length > 0;

/** The filter in the address of the screen. */
export function parseRequestFilter(search: string): RequestFilter {
  const params = new URLSearchParams(search);
  const valueOf = (name: string) => params.get(name) ?? "";
  return { status: valueOf("status"), route: valueOf("route"), key: valueOf("key"), day: valueOf("day") };
}

/** The inverse of `parseRequestFilter`. */
export function formatRequestFilter(filter: RequestFilter): string {
  const query = new URLSearchParams(filled(filter)).toString();
  return query && `?${query}`;
}

/** Calls of the organisation's keys, newest first, with keyset paging. */
export const requestsQuery = (filter: RequestFilter) => ({
  ...pagedQuery([apiRequests.path, filter], (after, options) =>
    call(apiRequests, { ...filled(filter), ...after }, options),
  ),
  placeholderData: keepPreviousData,
});
