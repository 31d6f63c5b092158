import { type RawBuilder, sql } from "kysely";
import { readView } from "../../database/read-view.ts";

/** What later modules read of purchases in their own statements. */

/** SQL: whether the lookup of an item is running or will still run. */
export const isLookupUnfinished = (itemId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from purchase_items i join purchases p on p.id = i.purchase_id where i.id = ${itemId}
    and (i.state = 'looking_up' or (i.state = 'priced' and p.state = 'paid')))`;

/** Purchases, without rate and click id. */
export const purchasesView = readView("purchases", [
  "id",
  "session_code",
  "transaction_id",
  "owner_id",
  "state",
  "currency",
  "tax_minor",
  "vat_minor",
  "total_minor",
  "quote",
  "payment_type",
  "quote_ends_at",
  "paid_at",
  "bulk_from",
  "made_by_user_id",
  "made_by_key_id",
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
  "state_changed_at",
  "bulk_line",
  "made_by_user_id",
]);

/** The requesters' private labels, sealed with their account's key. */
export const labelsView = readView("request_labels", ["request_id", "owner_id", "label_sealed"]);
