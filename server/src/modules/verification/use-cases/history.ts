import { historyPageSize } from "@idanimo/contract/limits";
import { ok } from "@idanimo/contract/problems";
import type { history as operation } from "@idanimo/contract/history";
import type { Handler } from "../../../http/call.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import type { VerificationDeps } from "../deps.ts";
import { readHistory } from "../history/search.ts";
import { toHistoryEntries } from "../history/history-entries.ts";

/** Returns the user's requests, newest first, filtered on the server. Also serves the search by POST. */
export const history =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const size = input.size ?? historyPageSize;
    const after = decodeCursor(input.after);
    const skip = after ? 0 : (input.page ?? 0) * size;
    const { rows, totals } = await readHistory(deps, caller, { after, most: size + 1 }, input, skip);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    return ok({
      requests: [...(await toHistoryEntries(deps, caller, page))],
      totalCount: totals.listed,
      totalSuccessfulCount: totals.successful,
      totalUnsuccessfulCount: totals.unsuccessful,
      next: rows.length > size && last ? encodeCursor(last.created_text, last.id) : null,
    });
  };
