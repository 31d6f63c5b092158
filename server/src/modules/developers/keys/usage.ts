import type { Mode } from "@idanimo/contract/developers/mode";
import type { Tx } from "../../../database/database.ts";
import { addressBlock } from "../../../kernel/address-block.ts";
import type { KeyWarning } from "../../../kernel/events.ts";
import { notifyOwners } from "../../organisations/index.ts";
import type { DeveloperDeps } from "../deps.ts";
import { markRefused, recordKeyUse } from "./store.ts";

type UsageDeps = Pick<DeveloperDeps, "db" | "ids" | "events">;
type UsedKey = { readonly id: string; readonly organisationId: string; readonly mode: Mode; readonly name: string };

export const keysAddress = "/developers/keys";

const noticeKinds = {
  network_new: "key_network_new",
  address_refused: "key_address_refused",
  leaked: "key_leaked",
} as const;

/** Notifies the owners of something about a key, and webhooks by the event `key_warning`. [DP-04 DP-05] */
export async function warnOwners(
  tx: Tx,
  deps: Pick<DeveloperDeps, "ids" | "events">,
  { id, organisationId, mode, name }: UsedKey,
  reason: Exclude<KeyWarning, "ending">,
  network: string,
): Promise<void> {
  const facts = { key: name, network };
  await notifyOwners(tx, deps, { organisationId }, { kind: noticeKinds[reason], facts, link: keysAddress });
  await deps.events.emit(tx, "key_warning", { keyId: id, organisationId, mode, reason });
}

/** Notifies the owners of a call from an address that is not in the key's list, once an hour. [DP-04] */
export async function announceRefusedAddress(deps: UsageDeps, key: UsedKey, address: string): Promise<void> {
  await deps.db.transaction("system", async (tx) => {
    if (await markRefused(tx, key.id)) await warnOwners(tx, deps, key, "address_refused", addressBlock(address) ?? "");
  });
}

type Use = UsedKey & { readonly block: string };

/** Records uses in the background, one at a time. After a failure the next call of the key records it. */
export function createUsageWriter(deps: UsageDeps): (use: Use) => void {
  const waiting = new Map<string, Use>();
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    for (const [place, use] of waiting) {
      await recordUse(deps, use).catch(() => undefined);
      waiting.delete(place);
    }
    isWriting = false;
  };
  return (use) => {
    waiting.set(`${use.id} ${use.block}`, use);
    if (!isWriting) void write();
  };
}

const recordUse = (deps: UsageDeps, { block, ...key }: Use): Promise<void> =>
  deps.db.transaction("system", async (tx) => {
    if (await recordKeyUse(tx, key.id, block)) await warnOwners(tx, deps, key, "network_new", block);
  });
