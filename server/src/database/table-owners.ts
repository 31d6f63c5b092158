import type { Schema } from "./schema.ts";

/**
 * The owner of each table: a module, or a folder of the server's base. Only its TypeScript and its SQL functions name
 * the table; the others call the owner's index.ts, handle its events or use a read view. `tools/check-tables.ts`
 * checks this.
 */
export const tableOwners = {
  // base
  migrations: "database",
  sql_functions: "database",
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
  request_totals: "purchases",
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
  searched_numbers: "verification",
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

/** The owner of each SQL function, under which the rule of the tables applies. Every module may call the base's. */
export const functionOwners = {
  enqueue_job: "database",
  guard_part: "database",
  is_allowed_transition: "database",
  kept_since: "database",
  next_state: "database",
  product_now: "database",
  refuse_by_hand: "database",
  refuse_change: "database",
  refuse_illegal_move: "database",
  refuse_illegal_moves: "database",
  refuse_other_beginning: "database",
  queue_stands: "jobs",
  check_evidence: "audit",
  check_invariants: "audit",
  check_money: "audit",
  check_pieces: "audit",
  check_purchases: "audit",
  entry_of: "audit",
  next_seal: "audit",
  note_seal_due: "audit",
  seal_audit: "audit",
  verify_audit: "audit",
  apply_transfers: "wallet",
  empty_closed_wallets: "wallet",
  hold_wallets: "wallet",
  house_account: "wallet",
  open_wallets: "wallet",
  begin_sign_in: "accounts",
  plain_rc: "accounts",
  refuse_closed_owner: "accounts",
  refuse_other_person: "accounts",
  ask_items: "purchases",
  begin_owner_item: "purchases",
  close_item: "purchases",
  count_requests: "purchases",
  deliver_items: "purchases",
  mark_all_paid: "purchases",
  mark_paid: "purchases",
  note_record_withdrawn: "purchases",
  note_records_gone: "purchases",
  refuse_other_refund: "purchases",
  refuse_second_outcome: "purchases",
  refuse_unpaid_results: "purchases",
  ask_refund: "payments",
  cash_of: "payments",
  confirm_refund: "payments",
  drop_refund: "payments",
  pay_from_wallet: "payments",
  post_charge: "payments",
  post_charges: "payments",
  settle_payment: "payments",
  tell_late_money: "payments",
  delete_unasked_consent: "consent",
  refuse_changed_parts: "results",
  begin_lines: "verification",
  end_look_ups: "verification",
  give_back_bulk: "verification",
  history_list: "verification",
  history_search: "verification",
  lookup_progress: "verification",
  open_attempts: "verification",
  queue_bulk: "verification",
  queue_bulk_line: "verification",
  queue_lines: "verification",
  wake_lines: "verification",
  detach_month: "retention",
  make_months: "retention",
  make_part: "retention",
  month_start: "retention",
} as const satisfies Record<string, string>;

/**
 * SQL functions that name other owners' tables, each with its reason. Besides these, every function may insert into
 * `audit_log`, so that an act and its audit row are one statement.
 */
export const crossOwnerFunctions = {
  pay_from_wallet: "money: a payment and the first response of its key are one statement",
  post_charges: "money: part of pay_from_wallet and settle_payment",
  settle_payment: "money: a settlement, its credit and the purchase that it pays are one statement",
  close_item: "money: an outcome and its refund are one statement",
  empty_closed_wallets: "money: the balance moves only if the account is closed, in one statement",
  ask_refund: "money: an operator's refund is checked against the item in one statement",
  confirm_refund: "money: a refund and its credit are one statement",
  cash_of: "money: what a payment brought in is in the ledger",
  tell_late_money: "money: a trigger on the ledger opens a case when a closed account is credited",
  check_evidence: "invariant",
  check_money: "invariant",
  check_pieces: "invariant",
  check_purchases: "invariant",
  seal_audit: "one chain seals audit rows and consent evidence in their common order",
  verify_audit: "one chain seals audit rows and consent evidence in their common order",
  detach_month: "a month's audit rows and seals leave the database together, under one lock",
  begin_lines: "a file's lines begin only while it is not stopped, under its lock",
  give_back_bulk: "a stopped file's lines end with their consents, in one statement per batch",
  wake_lines: "finds lost wake-ups of files and their lines in one statement",
  end_look_ups: "attempts end only while their item is being looked up, in one statement",
  kept_since: "read view: since when audit rows are in the database, for every export",
  history_list: "read view: a page of the history is one statement",
  history_search: "read view: a page of the history is one statement",
  lookup_progress: "read view: the progress of a batch of lookups is one statement",
} as const satisfies Partial<Record<keyof typeof functionOwners, string>>;

/** Uses of another owner's table: file, table, number of uses. */
export type TableUses = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Uses that are still to be removed. */
export const usesToRemove: TableUses = {};
