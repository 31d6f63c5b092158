import type { labelRequest as operation } from "@idanimo/contract/request-label";
import { fail, ok } from "@idanimo/contract/problems";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { labelHashesOf, sealLabel, deleteLabel, storeLabel } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";

/** Sets or removes the private label of a request of this account. Idempotent. */
export const labelRequest =
  (deps: Pick<VerificationDeps, "db" | "keys" | "vault">): Handler<typeof operation> =>
  async ({ requestId, label }, caller) => {
    const accountKey = label === "" ? undefined : await deps.keys.find(caller.ownerId);
    if (label !== "" && !accountKey) throw new Error("an account has no key");
    const isStored = await deps.db.transaction(scopeOf(caller), (tx) =>
      accountKey
        ? storeLabel(tx, caller.ownerId, {
            requestId,
            sealed: sealLabel(accountKey, requestId, label),
            wordHashes: labelHashesOf(deps.vault, caller.ownerId, label),
          })
        : deleteLabel(tx, caller.ownerId, requestId),
    );
    return isStored ? ok({ label: label === "" ? null : label }) : fail("not_found", {});
  };
