import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { UserType } from "@idanimo/contract/accounts";
import type { SearchType } from "@idanimo/contract/catalogue";
import type { ConsentState, PurposeCode } from "@idanimo/contract/consent";
import type { ApprovalState } from "@idanimo/contract/approvals";
import type { OperatorRole } from "@idanimo/contract/console/rights";
import type { RetentionClass } from "@idanimo/contract/request-status";
import type { Currency } from "@idanimo/contract/money";
import type { MemberState } from "@idanimo/contract/organisations/organisations";
import type { CapPeriod, CapSubject } from "@idanimo/contract/organisations/spending";
import type { NoticeKind } from "@idanimo/contract/notices";
import type { SocialProvider } from "@idanimo/contract/social";
import type { ItemState, Outcome, PaymentState, PurchaseState } from "@idanimo/contract/verification-states";
import type { PaymentPurpose } from "@idanimo/contract/wallet";

/**
 * The tables as the program sees them, one type per table. The migrations are the source; a test compares the two.
 */

/** Filled by the database if absent. */
type Defaulted<T> = [T] extends [ColumnType<infer Read, infer Given, infer Changed>]
  ? ColumnType<Read, Given | undefined, Changed>
  : Generated<T>;
/** A JSON column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>;

export type Schema = {
  owners: {
    id: string;
    kind: "person" | "organisation";
    active_currency: Defaulted<Currency>;
    closed_at: Date | null;
  };
  organisations: {
    id: string;
    name: string;
    rc_number: string | null;
    office_address: string | null;
    verified_at: Date | null;
    live_enabled: Defaulted<boolean>;
    mfa_required: Defaulted<boolean>;
    idle_days: Defaulted<number>;
    default_role: Defaulted<string>;
    created_at: Defaulted<Date>;
    closed_at: Date | null;
  };
  members: {
    organisation_id: string;
    user_id: string;
    state: Defaulted<MemberState>;
    roles: string[];
    invited_by: string | null;
    joined_at: Defaulted<Date>;
    last_active_at: Defaulted<Date>;
    suspended_at: Date | null;
    removed_at: Date | null;
  };
  roles: {
    id: string;
    organisation_id: string;
    name: string;
    rights: string[];
  };
  approval_rules: {
    id: string;
    organisation_id: string;
    search_types: string[];
    purposes: string[];
    above_minor: bigint | null;
    enabled: Defaulted<boolean>;
    created_at: Defaulted<Date>;
  };
  spending_caps: {
    id: string;
    organisation_id: string;
    applies_to: CapSubject;
    subject_id: string;
    period: CapPeriod;
    search_type: SearchType | null;
    amount_minor: bigint | null;
    count: number | null;
    created_at: Defaulted<Date>;
  };
  spending_counters: {
    owner_id: string;
    user_id: string;
    day: Date;
    search_type: SearchType;
    amount_minor: bigint;
    count: number;
  };
  domains: {
    organisation_id: string;
    domain: string;
    token: string;
    created_at: Generated<Date>;
    verified_at: Date | null;
  };
  invitations: {
    id: string;
    organisation_id: string;
    email: string;
    roles: string[];
    token_hash: Buffer;
    invited_by: string;
    created_at: Defaulted<Date>;
    expires_at: Date;
    used_at: Date | null;
    revoked_at: Date | null;
  };
  member_request_totals: {
    owner_id: string;
    user_id: string;
    listed: Defaulted<bigint>;
    successful: Defaulted<bigint>;
    unsuccessful: Defaulted<bigint>;
  };
  record_views: {
    id: string;
    request_id: string;
    owner_id: string;
    user_id: string;
    at: Defaulted<Date>;
  };
  users: {
    id: string;
    email: string;
    user_type: UserType;
    first_name: string;
    last_name: string;
    phone: string | null;
    password_hash: string | null;
    nin_sealed: Buffer | null;
    nin_masked: string | null;
    business_name: string | null;
    rc_number: string | null;
    designation: string | null;
    office_address: string | null;
    address: string | null;
    profile_image: string | null;
    accepted_terms: string;
    click_id: string | null;
    created_at: Defaulted<Date>;
    email_verified_at: Date | null;
    phone_verified_at: Date | null;
    totp_sealed: Buffer | null;
    totp_on_at: Date | null;
    totp_last_step: bigint | null;
    verified_at: Date | null;
    closed_at: Date | null;
    match_attempted_at: Date | null;
    match_attempts: Defaulted<number>;
  };
  registrations: {
    id: string;
    email: string;
    known: boolean;
    user_type: UserType;
    details_sealed: Buffer | null;
    password_hash: string | null;
    code_hash: Buffer | null;
    code_ends_at: Date;
    attempts_left: number;
    sent_at: Defaulted<Date>;
    sends: Defaulted<number>;
    sends_since: Defaulted<Date>;
    accepted_terms: string;
    click_id: string | null;
    created_at: Defaulted<Date>;
    ends_at: Date;
    activated_at: Date | null;
    mail_code_hash: Buffer | null;
  };
  sign_ins: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    kind: "cookie" | "bearer";
    created_at: Defaulted<Date>;
    seen_at: Defaulted<Date>;
    ends_at: Date;
    ended_at: Date | null;
    device: Defaulted<string>;
    export_until: Date | null;
    shared: Defaulted<boolean>;
  };
  mailed_tokens: {
    token_hash: Buffer;
    user_id: string;
    kind: "reset" | "confirm";
    created_at: Defaulted<Date>;
    ends_at: Date;
    used_at: Date | null;
  };
  external_identities: { provider: SocialProvider; subject: string; user_id: string; created_at: Defaulted<Date> };
  spent_nonces: { nonce_hash: Buffer; ends_at: Date };
  sign_in_tickets: { token_hash: Buffer; user_id: string; attempts_left: number; ends_at: Date; used_at: Date | null };
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: Date | null };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: bigint;
    transports: Defaulted<string[]>;
    name: string;
    created_at: Defaulted<Date>;
    last_used_at: Date | null;
  };
  passkey_challenges: { id: string; challenge: string; user_id: string | null; ends_at: Date };
  known_devices: { user_id: string; device_hash: Buffer; last_at: Defaulted<Date> };
  profile_images: { id: string; user_id: string; bytes: Buffer; created_at: Defaulted<Date> };
  notices: {
    id: string;
    owner_id: string;
    key: string;
    kind: NoticeKind;
    facts: Defaulted<Json<Record<string, string>>>;
    link: string | null;
    created_at: Defaulted<Date>;
    read_at: Date | null;
  };
  push_subscriptions: {
    endpoint: string;
    owner_id: string;
    sign_in_id: string;
    p256dh: string;
    auth: string;
    created_at: Defaulted<Date>;
  };
  spent_captchas: { nonce: string; ends_at: Date };
  idempotency_keys: {
    owner_id: string;
    route: string;
    key: string;
    body_hash: Buffer;
    status: number | null;
    body: string | null;
    started_at: Defaulted<Date>;
  };
  ledger_accounts: {
    id: string;
    owner_id: string | null;
    kind: "wallet" | "provider_cash" | "revenue" | "tax" | "adjustments";
    currency: Currency;
    balance_minor: bigint | null;
  };
  ledger_transfers: {
    id: string;
    key: string;
    leg: number;
    from_account: string;
    to_account: string;
    currency: Currency;
    amount_minor: bigint;
    reason: "TOPUP" | "VERIFICATION" | "STAKEHOLDERS" | "REFUND" | "ADJUSTMENT";
    created_at: Defaulted<Date>;
  };
  price_items: {
    item: string;
    valid_from: Defaulted<Date>;
    price_ngn: bigint;
    vat_ngn: bigint;
    service_ngn: bigint;
    price_usd: bigint;
    vat_usd: bigint;
    service_usd: bigint;
    processing_ngn: Defaulted<bigint>;
    changed_by: string;
  };
  exchange_rates: { valid_from: Defaulted<Date>; kobo_per_dollar: bigint; changed_by: string };
  purchases: {
    made_by_user_id: Defaulted<string | null>;
    id: string;
    session_code: string;
    transaction_id: string;
    owner_id: string;
    state: PurchaseState;
    currency: Currency;
    price_minor: bigint;
    tax_minor: bigint;
    vat_minor: bigint | null;
    total_minor: GeneratedAlways<bigint>;
    rate_minor: bigint;
    quote: Json<readonly { readonly label: string; readonly minor: string }[]>;
    payment_type: "WALLET" | "INSTANT" | null;
    click_id: string | null;
    created_at: Defaulted<Date>;
    quote_ends_at: Date;
    paid_at: Date | null;
    completed_at: Date | null;
    bulk_from: number | null;
    spent_on: Date | null;
    needs_approval: Defaulted<boolean>;
  };
  purchase_items: {
    made_by_user_id: Defaulted<string | null>;
    id: string;
    purchase_id: string;
    owner_id: string;
    position: number;
    search_type: SearchType;
    price_minor: bigint;
    tax_minor: bigint;
    state: ItemState;
    outcome: Outcome | null;
    created_at: Defaulted<Date>;
    state_changed_at: Defaulted<Date>;
    bulk_line: number | null;
    record_ended: "EXPIRED" | "WITHDRAWN" | null;
    listed_as: GeneratedAlways<Outcome | "WAITING" | "EXPIRED" | "WITHDRAWN" | null>;
  };
  bulk_uploads: {
    made_by_user_id: Defaulted<string | null>;
    id: string;
    owner_id: string;
    records: Defaulted<number>;
    bad_count: Defaulted<number>;
    skipped_count: Defaulted<number>;
    bad: Defaulted<Json<readonly { readonly line: number; readonly message: string }[]>>;
    created_at: Defaulted<Date>;
    checked_at: Date | null;
    purchase_id: string | null;
    stopped_at: Date | null;
    purged_at: Date | null;
    notified_at: Date | null;
  };
  bulk_chunks: {
    upload_id: string;
    owner_id: string;
    number: number;
    sealed: Buffer;
    labels_sealed: Buffer | null;
  };
  request_totals: {
    owner_id: string;
    listed: Defaulted<bigint>;
    successful: Defaulted<bigint>;
    unsuccessful: Defaulted<bigint>;
  };
  payments: {
    made_by_user_id: Defaulted<string | null>;
    id: string;
    reference: string;
    owner_id: string;
    purpose: PaymentPurpose;
    purchase_id: string | null;
    currency: Currency;
    amount_minor: bigint;
    state: PaymentState;
    provider: string;
    provider_id: string | null;
    link: string | null;
    processor_response: string | null;
    quarantined_minor: bigint | null;
    paid_minor: bigint | null;
    created_at: Defaulted<Date>;
    ends_at: Date;
    checked_at: Date | null;
    settled_at: Date | null;
  };
  approvals: {
    id: string;
    scope: "operator" | "organisation";
    organisation_id: string | null;
    kind: string;
    object_id: string;
    facts: Json<Readonly<Record<string, string>>>;
    facts_hash: Buffer;
    requested_by: string;
    checker_id: string | null;
    reason: string;
    state: Defaulted<ApprovalState>;
    requested_at: Defaulted<Date>;
    expires_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    decision_reason: string | null;
  };
  operators: {
    id: string;
    email: string;
    name: string;
    state: Defaulted<"invited" | "active" | "disabled">;
    roles: OperatorRole[];
    password_hash: string | null;
    totp_sealed: Buffer | null;
    totp_last_step: bigint | null;
    created_by: string | null;
    created_at: Defaulted<Date>;
    disabled_at: Date | null;
  };
  operator_invitations: { token_hash: Buffer; operator_id: string; ends_at: Date; used_at: Date | null };
  operator_sign_in_tickets: {
    token_hash: Buffer;
    operator_id: string;
    attempts_left: Defaulted<number>;
    ends_at: Date;
    used_at: Date | null;
  };
  operator_sign_ins: {
    id: string;
    operator_id: string;
    token_hash: Buffer;
    browser: string;
    created_at: Defaulted<Date>;
    seen_at: Defaulted<Date>;
    ends_at: Date;
    ended_at: Date | null;
  };
  operator_recovery_codes: { operator_id: string; code_hash: Buffer; used_at: Date | null };
  finds: {
    id: string;
    operator_id: string;
    at: Defaulted<Date>;
    kind: "email" | "phone" | "reference" | "session" | "id" | "name";
    value_hash: Buffer;
    reason_code: string;
    note: string | null;
    found: boolean;
  };
  account_views: {
    id: string;
    owner_id: string;
    operator_id: string;
    reason_code: string;
    at: Defaulted<Date>;
  };
  cases: {
    id: string;
    kind: string;
    object_id: string | null;
    detail: string;
    opened_at: Defaulted<Date>;
    closed_at: Date | null;
    closed_by: string | null;
  };
  verification_requests: {
    made_by_user_id: Defaulted<string | null>;
    id: string;
    owner_id: string;
    search_type: SearchType;
    retention_class: RetentionClass;
    options: Defaulted<string[]>;
    search_sealed: Buffer | null;
    value_masked: string;
    value_hash: Buffer | null;
    created_at: Defaulted<Date>;
    purge_due_at: Date | null;
    purged_at: Date | null;
  };
  saved_views: {
    owner_id: string;
    position: number;
    name: string;
    filters: Json<unknown>;
  };
  request_labels: {
    request_id: string;
    owner_id: string;
    label_sealed: Buffer;
    created_at: Date;
  };
  request_label_words: {
    owner_id: string;
    word_hash: Buffer;
    created_at: Date;
    request_id: string;
  };
  stakeholder_orders: {
    request_id: string;
    parent_id: string;
    cac_id: string;
    owner_id: string;
    created_at: Defaulted<Date>;
  };
  plate_owner_requests: {
    parent_id: string;
    request_id: string;
    owner_id: string;
    created_at: Defaulted<Date>;
  };
  lookup_attempts: {
    id: string;
    request_id: string;
    part: Defaulted<string>;
    provider: string;
    started_at: Defaulted<Date>;
    finished_at: Date | null;
    result: Defaulted<"sent" | "found" | "not_found" | "failed" | "not_accepted">;
    response_sealed: Buffer | null;
  };
  consents: {
    request_id: string;
    owner_id: string;
    search_type: SearchType;
    retention_class: RetentionClass;
    purpose_code: PurposeCode;
    note_sealed: Buffer | null;
    question_sealed: Buffer | null;
    expected_name_sealed: Buffer | null;
    reminded_at: Date | null;
    state: ConsentState;
    contact_sealed: Buffer | null;
    phone_hash: Buffer | null;
    token_hash: Buffer | null;
    code_hash: Buffer | null;
    attempts_left: Defaulted<number>;
    text_version: string | null;
    created_at: Defaulted<Date>;
    asked_at: Date | null;
    deadline: Date | null;
    decided_at: Date | null;
    decided_by: "sms" | "page" | null;
    expires_at: Date | null;
    is_self: Defaulted<boolean>;
    withheld: Defaulted<string[]>;
    parts_required: Defaulted<string[]>;
    parts_offered: Defaulted<string[]>;
    parts_granted: Defaulted<string[]>;
    rule_version: string | null;
    steps: Defaulted<number>;
    next_step_at: Date | null;
    mail_token_hash: Buffer | null;
    ends_by: Date | null;
  };
  subject_index: { contact_hash: Buffer; kind: "phone" | "mail"; request_id: string; asked_at: Defaulted<Date> };
  subject_blocks: { id: string; contact_hash: Buffer; owner_id: string | null; made_at: Defaulted<Date> };
  subject_sessions: {
    token_hash: Buffer;
    phone_hash: Buffer | null;
    mail_hash: Buffer | null;
    way: "link" | "code";
    contact_sealed: Buffer | null;
    created_at: Defaulted<Date>;
    ends_at: Date;
  };
  subject_codes: {
    id: string;
    contact_hash: Buffer;
    kind: "phone" | "mail";
    code_hash: Buffer;
    attempts_left: number;
    created_at: Defaulted<Date>;
    ends_at: Date;
  };
  subject_cases: {
    id: string;
    reference: string;
    kind: "access" | "correction" | "erasure" | "grievance" | "misuse";
    contact_hash: Buffer | null;
    request_id: string | null;
    owner_id: string | null;
    sealed: Buffer | null;
    opened_at: Defaulted<Date>;
    due_at: Date;
    answered_at: Date | null;
    answered_by: string | null;
  };
  transparency_days: {
    day: Date;
    asked: bigint;
    granted: bigint;
    denied: bigint;
    unanswered: bigint;
    unreached: bigint;
    withdrawn: bigint;
    deleted: bigint;
    deleted_on_time: bigint;
    counted_at: Defaulted<Date>;
  };
  answer_counters: {
    owner_id: string;
    subject_hash: Buffer;
    question: SearchType;
    request_id: string;
    period_start: Defaulted<Date>;
    ends_at: Date;
  };
  compared_names: { owner_id: string; number_hash: Buffer; name_hash: Buffer; asked_at: Defaulted<Date> };
  searched_numbers: { hash: Buffer; request_id: string; owner_id: string };
  recent_lookup_values: { hash: Buffer; owner_id: string; asked_at: Date };
  watch_counts: { what: "failed_sign_ins" | "refusals"; minute: Date; count: bigint };
  consent_evidence: {
    id: string;
    request_id: string;
    owner_id: string;
    event: string;
    channel: "sms" | "mail" | "page" | null;
    text_version: string | null;
    code_hash: Buffer | null;
    at: Defaulted<Date>;
    parts: Defaulted<string[]>;
    withheld: Defaulted<string[]>;
    language: string | null;
    parts_offered: Defaulted<string[]>;
    parts_chosen: Defaulted<string[]>;
    rule_version: string | null;
  };
  result_parts: { key_id: string; request_id: string; owner_id: string; parts: string[]; sealed: Buffer };
  results: {
    request_id: string;
    owner_id: string;
    sealed: Buffer | null;
    source: string;
    received_at: Defaulted<Date>;
    expires_at: Date | null;
  };
  result_files: {
    request_id: string;
    owner_id: string;
    name: "source.pdf";
    media_type: "application/pdf";
    sealed: Buffer;
  };
  reports: {
    made_by_user_id: Defaulted<string | null>;
    code: string;
    request_id: string;
    owner_id: string;
    source: string;
    expires_at: Date | null;
    sha256: Buffer;
    made_at: Defaulted<Date>;
  };
  outbox_messages: {
    id: string;
    channel: "sms" | "mail";
    kind: string;
    key_id: string;
    request_id: string | null;
    sealed: Buffer | null;
    state: Defaulted<"waiting" | "sent" | "delivered" | "failed">;
    provider_id: string | null;
    attempts: Defaulted<number>;
    created_at: Defaulted<Date>;
    state_changed_at: Defaulted<Date>;
  };
  pay_outs: {
    id: string;
    owner_id: string;
    naira_minor: bigint;
    dollars_minor: bigint;
    sealed: Buffer | null;
    made_at: Defaulted<Date>;
    claimed_at: Date | null;
    claimed_by: string | null;
    paid_at: Date | null;
    paid_by: string | null;
  };
  provider_transactions: {
    provider: string;
    their_id: string;
    reference: string;
    currency: string;
    amount_minor: bigint;
    state: "successful" | "failed" | "cancelled" | "pending" | "other";
    made_at: Date;
    day: GeneratedAlways<Date>;
    listed_at: Date;
  };
  provider_refunds: {
    provider: string;
    their_id: string;
    refunded_id: string;
    amount_minor: bigint;
    made_at: Date;
    day: GeneratedAlways<Date>;
    listed_at: Date;
  };
  reconciliation_runs: {
    provider: string;
    day: Date;
    tries: Defaulted<number>;
    tried_since: Date | null;
    asked_at: Date | null;
    claimed_until: Date | null;
  };
  reconciliation_days: {
    provider: string;
    day: Date;
    currency: string;
    theirs_count: bigint;
    theirs_minor: bigint;
    ours_count: bigint;
    ours_minor: bigint;
    differences: bigint;
    asked_at: Defaulted<Date>;
  };
  reconciliation_differences: {
    id: string;
    provider: string;
    kind: string;
    identity: string;
    day: Date;
    reference: string | null;
    their_id: string | null;
    payment_id: string | null;
    their_currency: string | null;
    their_minor: bigint | null;
    our_currency: string | null;
    our_minor: bigint | null;
    found_at: Defaulted<Date>;
    seen_at: Defaulted<Date>;
    resolved_at: Date | null;
    cleared_at: Date | null;
  };
  operator_refunds: {
    id: string;
    item_id: string;
    owner_id: string;
    currency: Currency;
    amount_minor: bigint;
    reason: string;
    asked_by: string;
    asked_at: Defaulted<Date>;
    confirmed_by: string | null;
    confirmed_at: Date | null;
  };
  closed_requesters: {
    id: string;
    owner_id: string;
    mailbox_hash: Buffer;
    sealed: Buffer | null;
    closed_at: Defaulted<Date>;
  };
  inbound_notices: { provider: string; notice_id: string; received_at: Defaulted<Date> };
  worker_heartbeats: { worker_id: string; seen_at: Defaulted<Date> };
  audit_log: {
    organisation_id: string | null;
    id: string;
    at: Defaulted<Date>;
    actor_kind: "visitor" | "user" | "subject" | "operator" | "system";
    actor_id: string | null;
    action: string;
    object_id: string | null;
    reason: string;
    address_block: string | null;
  };
  audit_seals: {
    position: bigint;
    audit_id: string | null;
    hash: Buffer;
    sealed_at: Defaulted<Date>;
    evidence_id: string | null;
  };
};
