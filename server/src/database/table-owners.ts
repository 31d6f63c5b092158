import type { Schema } from "./schema.ts";

/**
 * The owner of each table: a module, or a folder of the server's base. Only its TypeScript and its SQL functions name
 * the table; the others call the owner's index.ts, handle its events or use a read view. `tools/check-tables.ts`
 * checks this.
 */
export const tableOwners = {
  // base
  allowed_moves: "database",
  idempotency_keys: "http",
  rate_limits: "http",
  worker_heartbeats: "jobs",
  // audit
  audit_bridges: "audit",
  audit_heads: "audit",
  audit_log: "audit",
  audit_seals: "audit",
  cases: "audit",
  seals_due: "audit",
  watch_counts: "audit",
  // notifications
  notices: "notifications",
  outbox_messages: "notifications",
  push_subscriptions: "notifications",
  // wallet
  allowed_postings: "wallet",
  ledger_accounts: "wallet",
  ledger_transfers: "wallet",
  // pricing
  exchange_rates: "pricing",
  price_items: "pricing",
  // accounts
  external_identities: "accounts",
  known_devices: "accounts",
  mailed_tokens: "accounts",
  passkey_challenges: "accounts",
  passkeys: "accounts",
  profile_images: "accounts",
  recovery_codes: "accounts",
  registrations: "accounts",
  sign_in_tickets: "accounts",
  sign_ins: "accounts",
  spent_captchas: "accounts",
  spent_nonces: "accounts",
  users: "accounts",
  // purchases
  purchase_items: "purchases",
  purchases: "purchases",
  // payments
  operator_refunds: "payments",
  pay_outs: "payments",
  payments: "payments",
  provider_refunds: "payments",
  provider_transactions: "payments",
  reconciliation_asks: "payments",
  reconciliation_days: "payments",
  reconciliation_differences: "payments",
  // consent
  consent_evidence: "consent",
  consents: "consent",
  inbound_notices: "consent",
  closed_requesters: "consent",
  subject_blocks: "consent",
  subject_index: "consent",
  // subject-portal
  subject_cases: "subject-portal",
  subject_codes: "subject-portal",
  subject_sessions: "subject-portal",
  // results
  result_files: "results",
  result_parts: "results",
  results: "results",
  // verification
  answer_counters: "verification",
  asked_values: "verification",
  compared_names: "verification",
  bulk_chunks: "verification",
  bulk_uploads: "verification",
  lookup_attempts: "verification",
  plate_owner_requests: "verification",
  reports: "verification",
  request_totals: "verification",
  stakeholder_orders: "verification",
  verification_requests: "verification",
  // retention
  detached_months: "retention",
  month_parts: "retention",
  transparency_days: "retention",
} as const satisfies Record<keyof Schema, string> & Record<string, string>;

/**
 * Read views: what an owner lets other modules join in their own statements, each with the reason why a function of
 * its index.ts is not enough. They are in the owner's `read-views.ts`, and a module reads only those of earlier ones.
 */
export const readViews = {
  "audit/auditLogView": "the list of a breach counts openings of a hundred thousand records in one cursor",
  "audit/casesView": "a request's page and the accounting report read cases in their one statement",
  "audit/oldestUnsealedRow": "the overdue monitor reads all kinds of overdue work in one statement",
  "audit/requestActivity": "a subject's requests show views and downloads of each record in their one statement",
  "audit/requestHistory": "a subject's export orders evidence and audit rows in one statement",
  "accounts/requestersView": "a lookup, a result page and a report read the requester's name in their one statement",
  "consent/consentsView": "every read of a record checks its consent in the same statement [T-42]",
  "consent/subjectIndexView": "the list of a breach names each person's contact hashes in one cursor",
  "purchases/isLookupUnfinished": "a purge decides in one statement which requests it may erase",
  "purchases/itemsView": "history, files and records select by state and outcome in one statement",
  "purchases/purchasesView": "receipts, statements, files and orders read the reference and state in one statement",
  "results/resultsView": "lists of requests show until when each result can be read, in one statement",
  "verification/requestsView": "the list of a breach reads all requests of a period in one cursor",
  "wallet/walletBalanceSql": "a signed-in call reads session, profile and balances in one statement [G-R1]",
  "wallet/ledgerAccountsView": "statement, transactions and accounting report sum the ledger in one snapshot",
  "wallet/ledgerTransfersView": "statement, transactions and accounting report sum the ledger in one snapshot",
} as const satisfies Record<string, string>;

/** Uses of another owner's table: file, table, number of uses. */
export type TableUses = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Uses that are still to be removed. */
export const usesToRemove: TableUses = {};
