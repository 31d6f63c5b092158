import { profile } from "@idanimo/contract/accounts";
import { historyPageSize } from "@idanimo/contract/limits";
import { history } from "@idanimo/contract/verification";
import { build } from "../lib/call.ts";

/** What the drawn screens of the application begin with, as addresses of the API. Another page of the same address asks for it by itself. */
const calls: Readonly<Record<string, readonly ReturnType<typeof build>[]>> = {
  "/main-dashboard": [build(profile, {}), build(history, { size: historyPageSize })],
  "/dashboard": [build(profile, {})],
};

export const askedAhead = (address: string): readonly string[] =>
  (calls[address] ?? []).flatMap((call) => (call ? [call.url] : []));
