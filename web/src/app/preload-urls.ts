import { profile } from "@idanimo/contract/accounts";
import { historyPageSize } from "@idanimo/contract/limits";
import { history } from "@idanimo/contract/verification";
import { buildRequest } from "../lib/call.ts";

/** What the drawn screens of the application begin with, as addresses of the API. Another page of the same address asks for it by itself. */
const firstRequests: Readonly<Record<string, readonly ReturnType<typeof buildRequest>[]>> = {
  "/main-dashboard": [buildRequest(profile, {}), buildRequest(history, { size: historyPageSize })],
  "/dashboard": [buildRequest(profile, {})],
};

export const preloadUrls = (address: string): readonly string[] =>
  (firstRequests[address] ?? []).flatMap((call) => (call ? [call.url] : []));
