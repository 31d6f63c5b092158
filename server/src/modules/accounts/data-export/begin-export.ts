import { type beginExport, exportMinutes } from "@idanimo/contract/account-rights";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { reauthenticateWithSecondFactor } from "../reauthenticate-with-second-factor.ts";
import { grantExport } from "./store.ts";

/** Allows this session, and no other, to export the account. Writes an audit row. */
export function authoriseExport(deps: AccountDeps): Handler<typeof beginExport> {
  return async (input, caller) => {
    const proved = await reauthenticateWithSecondFactor(deps, caller, input);
    if (!proved.ok) return proved;
    const until = await deps.db.transaction("system", async (tx) => {
      const entry = {
        actorKind: "user",
        actorId: caller.userId,
        action: "export_allowed",
        objectId: caller.userId,
      } as const;
      await writeAudit(tx, deps.ids, entry);
      return grantExport(tx, caller.signInId, exportMinutes);
    });
    return until ? ok({ result: "success", until: until.toISOString() }) : fail("not_signed_in", {});
  };
}
