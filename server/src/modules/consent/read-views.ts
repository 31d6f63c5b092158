import { readView } from "../../database/read-view.ts";

/** Consents with their state, purpose and parts, without link hashes and reply codes. */
export const consentsView = readView("consents", [
  "request_id",
  "owner_id",
  "search_type",
  "state",
  "purpose_code",
  "note_sealed",
  "expected_name_sealed",
  "contact_sealed",
  "parts_required",
  "parts_offered",
  "parts_granted",
  "asked_at",
  "reminded_at",
  "deadline",
  "decided_at",
  "decided_by",
  "expires_at",
]);

/** Which requests concern a contact, by keyed hash. */
export const subjectIndexView = readView("subject_index", ["contact_hash", "kind", "request_id", "asked_at"]);
