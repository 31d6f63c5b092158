import { readView } from "../../database/read-view.ts";

/** Requests with their purge, without search values. */
export const requestsView = readView("verification_requests", [
  "id",
  "owner_id",
  "search_type",
  "created_at",
  "purge_due_at",
  "purged_at",
]);
