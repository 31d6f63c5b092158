import type { labelRequest as operation } from "@idanimo/contract/request-label";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { labelHashesOf, sealLabel, deleteLabel, storeLabel } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";

/** Sets or removes the private label of a request of this account. Idempotent. */
export const labelRequest =
  (deps: Pick<VerificationDeps, "db" | "keys" | "vault">): Handler<typeof operation> =>
  async ({ requestId, label }, { userId }) => {
    const accountKey = label === "" ? undefined : await deps.keys.find(userId);
    if (label !== "" && !accountKey) throw new Error("an account has no key");
    const isStored = await deps.db.transaction({ owner: userId }, (tx) =>
      accountKey
        ? storeLabel(tx, userId, {
            requestId,
            sealed: sealLabel(accountKey, requestId, label),
            wordHashes: labelHashesOf(deps.vault, userId, label),
          })
        : deleteLabel(tx, userId, requestId),
    );
    return isStored ? ok({ label: label === "" ? null : label }) : fail("not_found", {});
  };
