import type { checkAgain as operation } from "@idanimo/contract/check-again";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import type { VerificationDeps } from "../deps.ts";
import { readRequest } from "../read-request.ts";
import { lookupOnlyFields } from "../rules.ts";

/** Returns what a repeated request starts from. It reads no record. */
export const checkAgain =
  (deps: Pick<VerificationDeps, "db" | "keys" | "ids">): Handler<typeof operation> =>
  async ({ requestId }, caller) => {
    const seen = await readRequest(deps, caller, requestId, undefined);
    if (!seen) return fail("not_found", {});
    const typed = Object.entries(seen.typed ?? {}).filter(
      ([name]) => !lookupOnlyFields.includes(name) && name !== "holder",
    );
    return ok({
      searchType: seen.row.search_type,
      options: [...seen.row.options],
      values: Object.fromEntries(typed),
      isErased: seen.typed === undefined,
      purpose: seen.purpose?.code ?? null,
      note: (seen.typed && seen.purpose?.note) ?? null,
      expectedName: (seen.typed && seen.expectedName) ?? null,
      label: seen.label ?? null,
    });
  };
