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
  inbound_notices: "notifications",
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
  "accounts/requestersView": "a lookup, a result page and a report read the requester's name in their one statement",
  "consent/consentsView": "every read of a record checks its consent in the same statement [T-42]",
  "consent/subjectIndexView": "the list of a breach names each person's contact hashes in one cursor",
  "purchases/itemsView": "history, files and records select by state and outcome in one statement",
  "purchases/purchasesView": "receipts, statements, files and orders read the reference and state in one statement",
  "results/resultsView": "lists of requests show until when each result can be read, in one statement",
  "verification/requestsView": "the list of a breach reads all requests of a period in one cursor",
  "wallet/ledgerAccountsView": "statement, transactions and accounting report sum the ledger in one snapshot",
  "wallet/ledgerTransfersView": "statement, transactions and accounting report sum the ledger in one snapshot",
} as const satisfies Record<string, string>;

/** Uses of another owner's table: file, table, number of uses. */
export type TableUses = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Uses that are still to be removed. */
export const usesToRemove: TableUses = {
  "server/src/modules/account-closure/close-account.ts": { users: 1 },
  "server/src/modules/account-closure/store.ts": {
    users: 4,
    subject_cases: 2,
    sign_ins: 1,
    mailed_tokens: 1,
    external_identities: 1,
    sign_in_tickets: 1,
    recovery_codes: 1,
    passkeys: 1,
    passkey_challenges: 1,
    known_devices: 1,
    profile_images: 1,
    push_subscriptions: 1,
    notices: 1,
    idempotency_keys: 1,
  },
  "server/src/modules/accounts/business-verification/store.ts": { cases: 2 },
  "server/src/modules/accounts/example-accounts.ts": { ledger_transfers: 1, ledger_accounts: 2 },
  "server/src/modules/accounts/session-store.ts": { ledger_accounts: 2, notices: 1 },
  "server/src/modules/accounts/store.ts": { rate_limits: 2 },
  "server/src/modules/audit/export-section.ts": { users: 1 },
  "server/src/modules/consent/block-store.ts": { users: 1 },
  "server/src/modules/consent/closed-requesters.ts": { users: 1 },
  "server/src/modules/consent/pending-consent-store.ts": { outbox_messages: 3, inbound_notices: 2 },
  "server/src/modules/consent/store.ts": { verification_requests: 1, users: 2 },
  "server/src/modules/notifications/push-store.ts": { sign_ins: 2 },
  "server/src/modules/retention/expired-rows.ts": {
    consents: 1,
    idempotency_keys: 1,
    inbound_notices: 1,
    outbox_messages: 1,
    reports: 1,
    subject_index: 1,
    asked_values: 1,
    answer_counters: 1,
    compared_names: 1,
    subject_sessions: 1,
    subject_codes: 1,
  },
  "server/src/modules/retention/overdue-store.ts": {
    verification_requests: 1,
    consents: 2,
    seals_due: 1,
    outbox_messages: 1,
    audit_log: 1,
  },
  "server/src/modules/retention/purge.ts": {
    consents: 2,
    purchase_items: 1,
    purchases: 1,
    verification_requests: 3,
    lookup_attempts: 1,
    outbox_messages: 1,
  },
  "server/src/modules/retention/restore/finish-restore.ts": {
    sign_ins: 1,
    subject_blocks: 2,
    users: 1,
    mailed_tokens: 1,
    sign_in_tickets: 1,
    passkey_challenges: 1,
    subject_sessions: 1,
    subject_codes: 1,
  },
  "server/src/modules/retention/restore/losses.ts": { users: 1, verification_requests: 1 },
  "server/src/modules/retention/transparency-store.ts": {
    consents: 4,
    purchase_items: 1,
    consent_evidence: 1,
    audit_log: 1,
    verification_requests: 1,
    audit_heads: 1,
  },
  "server/src/modules/subject-portal/cases/store.ts": { audit_log: 1 },
  "server/src/modules/subject-portal/consent-page/store.ts": {
    consents: 1,
    consent_evidence: 1,
    audit_seals: 1,
    audit_log: 2,
    verification_requests: 1,
    subject_index: 1,
  },
  "server/src/modules/subject-portal/my-data/request-store.ts": {
    subject_index: 3,
    consents: 3,
    subject_blocks: 1,
    verification_requests: 1,
    users: 1,
    consent_evidence: 2,
    audit_log: 2,
  },
  "server/src/modules/subject-portal/my-data/session-store.ts": { subject_index: 1 },
};
