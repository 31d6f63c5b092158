import { readView } from "../../database/read-view.ts";

/** Purchases, without rate and click id. */
export const purchasesView = readView("purchases", [
  "id",
  "session_code",
  "transaction_id",
  "owner_id",
  "state",
  "currency",
  "tax_minor",
  "total_minor",
  "quote",
  "payment_type",
  "quote_ends_at",
  "paid_at",
  "bulk_from",
]);

/** Items with their state, outcome and price. */
export const itemsView = readView("purchase_items", [
  "id",
  "purchase_id",
  "owner_id",
  "position",
  "search_type",
  "price_minor",
  "tax_minor",
  "state",
  "outcome",
  "created_at",
  "moved_at",
  "bulk_line",
]);
