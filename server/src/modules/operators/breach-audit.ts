import type { AuditEntry } from "../audit/index.ts";
import type { Tally } from "./breach-rules.ts";
import type { BreachWindow } from "./breach-store.ts";
import { formatTimestamp } from "./terminal-format.ts";

/** The audit rows of a breach: the same for the commands and the console. [OC-16 OC-20] */

export type BreachAct = "breach_listed" | "breach_told";
/** A name given at the terminal, or an operator of the console with the breach. */
export type BreachActor = { readonly name: string } | { readonly operatorId: string; readonly breachId: string };

export function breachAuditEntry(
  actor: BreachActor,
  action: BreachAct,
  { since, until, account }: BreachWindow,
  what: string,
): AuditEntry {
  const period = `${formatTimestamp(since)} to ${formatTimestamp(until)}: ${what}`;
  if ("operatorId" in actor)
    return { actorKind: "operator", actorId: actor.operatorId, action, objectId: actor.breachId, reason: period };
  return {
    actorKind: "operator",
    action,
    ...(account !== null && { objectId: account }),
    reason: `${actor.name}: ${period}`,
  };
}

export const formatPeopleCount = (count: number) => (count === 1 ? "1 person" : `${count} people`);

export const formatListed = ({ requests, people }: Pick<Tally, "requests" | "people">) =>
  `${requests} requests, ${formatPeopleCount(people.size)}`;

export const formatNotified = ({
  queued,
  reached,
  away,
}: {
  readonly queued: number;
  readonly reached: number;
  readonly away: number;
}) => `${queued} messages, ${formatPeopleCount(reached)}, ${away} out of reach`;
