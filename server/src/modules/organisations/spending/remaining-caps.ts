import type { SearchType } from "@idanimo/contract/catalogue";
import type { RemainingCap } from "@idanimo/contract/organisations/spending";
import type { Tx } from "../../../database/database.ts";
import { findRemainingCaps } from "./cap-store.ts";

/** Checks of one kind that a member is about to pay for. */
export type DueChecks = { readonly type: SearchType; readonly nairaMinor: bigint; readonly count: number };

/** What is left of a member's caps that concern these checks; the payment itself is checked where the money moves. */
export async function remainingCapsFor(
  tx: Tx,
  member: { readonly organisationId: string; readonly userId: string },
  due: readonly DueChecks[],
): Promise<readonly RemainingCap[]> {
  const caps = await findRemainingCaps(tx, member.organisationId, member.userId);
  return caps.flatMap((cap) => {
    const counted = due.filter(({ type }) => cap.search_type === null || type === cap.search_type);
    if (counted.length === 0) return [];
    const minor = counted.reduce((sum, { nairaMinor }) => sum + nairaMinor, 0n);
    const checks = counted.reduce((sum, { count }) => sum + count, 0);
    return {
      id: cap.id,
      period: cap.period,
      searchType: cap.search_type,
      left: cap.left_minor,
      leftCount: cap.left_count,
      resetsAt: cap.resets_at.toISOString(),
      exceeded:
        (cap.left_minor !== null && minor > cap.left_minor) || (cap.left_count !== null && checks > cap.left_count),
    };
  });
}
