import { formatDate } from "@idanimo/contract/date-format";
import { keyWarningDays } from "@idanimo/contract/developers/limits";
import { notifyOwners } from "../../organisations/index.ts";
import type { DeveloperDeps } from "../deps.ts";
import { findEndingKeys, markKeyWarned } from "./store.ts";
import { keysAddress } from "./usage.ts";

/** Keys of one run; the next run takes the others. */
const batch = 200;

/** Notifies the owners 14 days before a key expires, once. */
export async function announceEndingKeys(deps: Pick<DeveloperDeps, "db" | "ids" | "events">): Promise<void> {
  for (const key of await findEndingKeys(deps.db.single, keyWarningDays, batch))
    await deps.db.transaction("system", async (tx) => {
      if (!(await markKeyWarned(tx, key.id))) return;
      const { organisation_id: organisationId, mode } = key;
      const facts = { key: key.name, on: formatDate(key.expires_at) };
      await notifyOwners(tx, deps, { organisationId }, { kind: "key_ending", facts, link: keysAddress });
      await deps.events.emit(tx, "key_warning", { keyId: key.id, organisationId, mode, reason: "ending" });
    });
}
