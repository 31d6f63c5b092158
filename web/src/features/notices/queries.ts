import { profile } from "@idanimo/contract/accounts";
import { notices, readNotices } from "@idanimo/contract/notices";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";
import { operationQuery } from "../../lib/query.ts";

const pageSize = 20;

/** The list of notices, newest first, with keyset pagination: new notices shift nothing. */
export const noticesQuery = {
  ...pagedQuery([notices.path], (after, options) => call(notices, { size: pageSize, ...after }, options)),
  staleTime: 0,
};

/** Marks notices as read and updates the count at the bell. If the request fails, they stay unread. */
export async function markRead(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 100) {
    const result = await call(readNotices, { ids: ids.slice(at, at + 100) });
    if (!result.ok) return;
    const { unread } = result.value;
    client.setQueryData(operationQuery(profile, {}).queryKey, (user) => user && { ...user, unreadNotices: unread });
  }
}
