import type { ItemEvent, ItemState, PurchaseEvent, PurchaseState } from "@idanimo/contract/verification-states";
import type { TransitionTable } from "../../kernel/state-table.ts";

/** All legal transitions of a purchase. An empty row is a final state; a missing cell is a rejected transition. */
export const purchaseTransitions = {
  initiated: { payment_made: "paid", quote_ended: "abandoned", approval_requested: "awaiting_approval" },
  awaiting_approval: { payment_made: "paid", approval_ended: "abandoned" },
  paid: { all_items_closed: "completed" },
  completed: {},
  abandoned: {},
} as const satisfies TransitionTable<PurchaseState, PurchaseEvent>;

/** All legal transitions of one item of a purchase. A closed item has exactly one outcome. */
export const itemTransitions = {
  priced: { paid_for: "looking_up" },
  looking_up: { subject_asked: "awaiting_consent", ended: "closed" },
  awaiting_consent: { ended: "closed" },
  closed: {},
} as const satisfies TransitionTable<ItemState, ItemEvent>;
