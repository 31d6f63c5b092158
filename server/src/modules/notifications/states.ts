import type { TransitionTable } from "../../kernel/state-table.ts";

export const messageStates = ["waiting", "sent", "delivered", "failed"] as const;
export type MessageState = (typeof messageStates)[number];

export const messageEvents = ["taken_by_provider", "given_up", "arrived", "did_not_arrive"] as const;
export type MessageEvent = (typeof messageEvents)[number];

/**
 * The allowed transitions of a message. An empty row is a final state; a missing cell is a rejected transition. A
 * delivery report after a failure is ignored, because the reaction to the failure has already happened.
 */
export const messageTransitions = {
  waiting: { taken_by_provider: "sent", given_up: "failed" },
  sent: { arrived: "delivered", did_not_arrive: "failed" },
  delivered: {},
  failed: {},
} as const satisfies TransitionTable<MessageState, MessageEvent>;
