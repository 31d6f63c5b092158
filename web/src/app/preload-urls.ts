import { profile } from "@idanimo/contract/accounts";
import { historyPageSize } from "@idanimo/contract/limits";
import { history } from "@idanimo/contract/history";
import { buildRequest } from "../lib/call.ts";

/** API requests that each prerendered screen starts with. A URL with a query makes its own requests. */
const firstRequests: Readonly<Record<string, readonly ReturnType<typeof buildRequest>[]>> = {
  "/main-dashboard": [buildRequest(profile, {}), buildRequest(history, { size: historyPageSize })],
  "/dashboard": [buildRequest(profile, {})],
};

export const preloadUrls = (address: string): readonly string[] =>
  (firstRequests[address] ?? []).flatMap((call) => (call ? [call.url] : []));
