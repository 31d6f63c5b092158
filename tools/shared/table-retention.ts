import { caseRetentionMonths } from "../../server/src/modules/subject-portal/cases/rules.ts";
import { closedRequesterNameMonths, messageLinkLifetime } from "../../server/src/modules/consent/retention-rules.ts";
import { rowRetentionRules } from "./row-retention.ts";
import { unpaidRetentionSeconds } from "../../server/src/modules/verification/rules.ts";
import {
  bulkResumeHours,
  bulkUploadHours,
  confirmLinkHours,
  noticeRetentionDays,
  resetLinkMinutes,
  secondFactorMinutes,
} from "../../contract/src/limits.ts";

/**
 * The content of every table, whom it concerns, and its retention. Numbers come from the code that applies them.
 */

export type TableRetention = {
  /** Whom the data concerns. */
  readonly of: "the subject" | "the account holder" | "a visitor" | "no person";
  readonly holds: string;
  readonly ends: string;
};

const aboutSubject = (holds: string, ends: string): TableRetention => ({ of: "the subject", holds, ends });
const aboutAccountHolder = (holds: string, ends: string): TableRetention => ({ of: "the account holder", holds, ends });
const aboutVisitor = (holds: string, ends: string): TableRetention => ({ of: "a visitor", holds, ends });
const aboutNoPerson = (holds: string, ends = "no expiry"): TableRetention => ({ of: "no person", holds, ends });

/** After how long rows of a table are deleted. */
const deletionPeriodOf = (table: (typeof rowRetentionRules)[number]["table"]) => {
  const row = rowRetentionRules.find((one) => one.table === table);
  if (!row) throw new Error(`no retention rule lists ${table}`);
  return row.lives;
};
const sameAsRecord = "as its record (first table)";
const unpaidHours = unpaidRetentionSeconds / 3_600;
const unlimitedEvidence = "no expiry (evidence, without anything of the record; closed accounts have no name)";
const unlimitedAccounting = "no expiry (accounting records, never rewritten)";

export const retentionByTable: Readonly<Record<string, TableRetention>> = {
  verification_requests: aboutSubject(
    "search value, sealed; its keyed hash; the masked value",
    `sealed value and hash: ${sameAsRecord}, or ${unpaidHours} hours without payment; the last two characters stay in the requester's history`,
  ),
  results: aboutSubject("the record, sealed", sameAsRecord),
  result_parts: aboutSubject(
    "pieces of a record, each sealed with a key of its own",
    `of parts that were not granted: at the grant; the others: ${sameAsRecord}`,
  ),
  result_files: aboutSubject("files of the record, sealed", sameAsRecord),
  lookup_attempts: aboutSubject(
    "which source was queried when; its response, sealed, until the lookup ends",
    `the response: ${sameAsRecord}; the rest has no expiry`,
  ),
  consents: aboutSubject(
    "contact of the record, the requester's note and the name they gave, sealed; keyed hashes; the decision and its times",
    `contact, note, name and hashes of the subject: ${sameAsRecord}; hashes of our links: ${messageLinkLifetime}; state and times: no expiry (evidence)`,
  ),
  consent_evidence: aboutSubject(
    "that consent was requested and decided, when, by which channel, with which text version and language, parts offered and chosen",
    unlimitedEvidence,
  ),
  subject_index: aboutSubject(
    "keyed hash of the record's phone and email, and the request that concerned it",
    deletionPeriodOf("subject_index"),
  ),
  searched_numbers: aboutSubject(
    "keyed hashes of account and number, by which the account finds a request with several values",
    sameAsRecord,
  ),
  recent_lookup_values: aboutSubject(
    "keyed hash of account and search value, once the request is erased, so that no subject is asked twice a day",
    `${deletionPeriodOf("recent_lookup_values")} after the request was made`,
  ),
  answer_counters: aboutSubject(
    "keyed hash of account and number, so that no value is found by asking one question again and again",
    "end of the question's period, 90 days at most",
  ),
  compared_names: aboutSubject(
    "keyed hashes of account and number, and of a name, so that a name cannot be found by guessing",
    deletionPeriodOf("compared_names"),
  ),
  subject_blocks: aboutSubject("keyed hash of a contact, and which account it blocks", "until the subject removes it"),
  subject_sessions: aboutSubject(
    "that a person verified a contact, by its keyed hash",
    "end of the visit, within the hour",
  ),
  subject_codes: aboutSubject(
    "keyed hash of a code and of a contact",
    `${deletionPeriodOf("subject_codes")} after the code expired`,
  ),
  subject_cases: aboutSubject(
    "what a subject requested and where the answer goes, sealed",
    `${caseRetentionMonths} months after the answer; that there was a case has no expiry`,
  ),
  case_notes: aboutNoPerson("operators' notes about cases, without a number or email of a person"),
  saved_views: aboutAccountHolder("names and filters of saved views of the history", "removed, or account closure"),
  request_labels: aboutAccountHolder(
    "the requester's private label of a request, sealed with the account's key; it may name a person",
    `${deletionPeriodOf("request_labels")} after the request was made, removed by the requester, or account closure`,
  ),
  request_label_words: aboutAccountHolder("keyed hashes of a label's words, to find it", "with its label"),
  reports: aboutAccountHolder("code and fingerprint of a report", deletionPeriodOf("reports")),
  bulk_uploads: aboutAccountHolder(
    "a bulk file: its length, and its invalid lines without the number",
    `as its lines; a stopped file after ${bulkResumeHours} hours`,
  ),
  bulk_chunks: aboutSubject(
    "the numbers and labels of a bulk file, sealed",
    `until its purchase is made, or ${bulkUploadHours} hours`,
  ),
  plate_owner_requests: aboutAccountHolder("which request asked the owner of a vehicle", "as the purchase"),
  stakeholder_orders: aboutAccountHolder("the company whose stakeholders were bought", "as the purchase"),
  users: aboutAccountHolder(
    "name, email address, phone; for a business its name and number; NIN sealed",
    "account closure; then emptied",
  ),
  registrations: aboutVisitor("a registration that was not completed, sealed", "24 hours"),
  sign_ins: aboutAccountHolder("hash of a session token, its device and times", "30 days after the session ended"),
  mailed_tokens: aboutAccountHolder(
    "hash of a link sent by email",
    `${resetLinkMinutes} minutes (password), ${confirmLinkHours} hours (email address)`,
  ),
  external_identities: aboutAccountHolder("the account's id at Google or Facebook", "account closure"),
  spent_nonces: aboutVisitor("that a nonce of a social sign-in was used", "12 hours"),
  sign_in_tickets: aboutAccountHolder(
    "hash of a sign-in that waits for its second factor",
    `${secondFactorMinutes} minutes`,
  ),
  recovery_codes: aboutAccountHolder("hashes of recovery codes", "renewed, turned off, or account closure"),
  passkeys: aboutAccountHolder("public key of a passkey", "removed, or account closure"),
  passkey_challenges: aboutVisitor("a passkey challenge", `${secondFactorMinutes} minutes`),
  known_devices: aboutAccountHolder("hash of a device cookie", "400 days after its last sign-in"),
  profile_images: aboutAccountHolder("a profile picture", "changed, or account closure"),
  notices: aboutAccountHolder("notifications of the account", `${noticeRetentionDays} days`),
  push_subscriptions: aboutAccountHolder(
    "address of a device at its push service",
    "sign-out, rejected by the service, or account closure",
  ),
  spent_captchas: aboutVisitor("that a captcha was used", "when the captcha would have expired"),
  idempotency_keys: aboutAccountHolder("first response to a repeatable request", deletionPeriodOf("idempotency_keys")),
  outbox_messages: aboutSubject(
    "addressee and text, sealed, until sent; then the fact that it was sent",
    `text and addressee: when sent, at most a day; the row: ${deletionPeriodOf("outbox_messages")} later`,
  ),
  inbound_notices: aboutNoPerson("id of an inbound notification", deletionPeriodOf("inbound_notices")),
  closed_requesters: aboutAccountHolder(
    "name of a closed account that requested consent, sealed; keyed hash of its email address",
    `name: ${closedRequesterNameMonths} months after closure; hash: as long as a subject blocks the account`,
  ),
  purchases: aboutAccountHolder(
    "what was bought, when, for how much; the owner's click id",
    `click id: account closure; the rest: ${unlimitedAccounting}`,
  ),
  purchase_items: aboutAccountHolder("type and outcome of each lookup", unlimitedAccounting),
  payments: aboutAccountHolder("reference, amount and state of a payment", unlimitedAccounting),
  pay_outs: aboutAccountHolder(
    "where the balance of a closed account goes; bank details sealed",
    "bank details: when the money was sent; the rest: no expiry",
  ),
  ledger_accounts: aboutAccountHolder("a wallet", unlimitedAccounting),
  ledger_transfers: aboutAccountHolder("ledger transfers", unlimitedAccounting),
  owners: aboutAccountHolder("that an id is a person or an organisation, and the active wallet", "no expiry"),
  organisations: aboutAccountHolder(
    "name, number, address and rules of an organisation",
    "closure of the organisation",
  ),
  members: aboutAccountHolder("who belongs to an organisation, with which roles", "no expiry; evidence of who acted"),
  spending_caps: aboutAccountHolder("what members may spend", "removed by the organisation"),
  spending_counters: aboutAccountHolder("what a member spent on a day, by kind of check", "no expiry"),
  approval_rules: aboutAccountHolder("which purchases a colleague must approve", "removed by the organisation"),
  roles: aboutAccountHolder("custom roles of an organisation", "removed by the organisation"),
  invitations: aboutAccountHolder("invited email addresses, and a hash of the link", "no expiry"),
  sso_connections: aboutAccountHolder("identity provider of an organisation, with a sealed secret", "no expiry"),
  sso_identities: aboutAccountHolder(
    "links to sign-ins of an organisation's identity provider",
    "until the account is closed",
  ),
  domains: aboutAccountHolder("email domains of an organisation", "removed by the organisation"),
  scim_tokens: aboutAccountHolder(
    "hash of a directory's token, who created it and when it was used",
    `removed by the organisation, or ${deletionPeriodOf("scim_tokens")} after it expired`,
  ),
  scim_users: aboutAccountHolder(
    "the name and id of a member in their organisation's directory",
    "end of the membership, or closure of the organisation",
  ),
  scim_groups: aboutNoPerson(
    "names of the groups of an organisation's directory",
    "removed by the directory, or closure of the organisation",
  ),
  scim_group_members: aboutAccountHolder("which members are in a group", "as the group and the membership"),
  api_keys: aboutAccountHolder(
    "name, scopes and last use of an organisation's API key, and who created it",
    `${deletionPeriodOf("api_keys")} after it expired`,
  ),
  api_version_pins: aboutNoPerson("the API version of an organisation", "until the organisation closes"),
  api_key_secrets: aboutNoPerson("hashes of the secrets of API keys", "as the key"),
  api_requests: aboutAccountHolder(
    "calls of an organisation's API keys: time, route pattern, status and network; no body, query or value",
    `${deletionPeriodOf("api_requests")}, or closure of the organisation`,
  ),
  webhook_endpoints: aboutAccountHolder(
    "addresses to which an organisation's webhooks go, and who created them",
    "removed by the organisation, or its closure",
  ),
  webhook_secrets: aboutNoPerson(
    "secrets that sign an organisation's webhooks, sealed",
    "as the endpoint; an earlier one 24 hours after its change",
  ),
  webhook_events: aboutNoPerson(
    "what an organisation's webhooks reported: ids, codes, timestamps and amounts",
    deletionPeriodOf("webhook_events"),
  ),
  webhook_deliveries: aboutNoPerson("to which endpoint an event went", "as the event"),
  webhook_attempts: aboutNoPerson(
    "attempts of a delivery, with the beginning of the organisation's response",
    "as the event",
  ),
  webhook_days: aboutNoPerson("number of attempts of an endpoint in a day", deletionPeriodOf("webhook_days")),
  record_views: aboutAccountHolder(
    "which account or API key opened which record, and when",
    deletionPeriodOf("record_views"),
  ),
  member_request_totals: aboutAccountHolder("number of lookups of a member", "no expiry"),
  request_totals: aboutAccountHolder("number of lookups of an account", "no expiry"),
  audit_log: aboutAccountHolder("who did what when, by ids and codes", unlimitedEvidence),
  approvals: aboutAccountHolder("acts that a second person approves: ids, codes, amounts, reasons", unlimitedEvidence),
  source_switches: aboutNoPerson("which sources operators closed and opened, when, and what customers read"),
  breaches: aboutNoPerson("breaches: period, counts, what was decided and by which operator"),
  breach_requests: aboutAccountHolder(
    "ids of the requests that a breach affected",
    deletionPeriodOf("breach_requests"),
  ),
  operators: aboutNoPerson("operators: work email, name, roles, sealed authenticator secret"),
  operator_invitations: aboutNoPerson("hashes of one-time links for operators"),
  operator_keys: aboutNoPerson("hashes and names of operators' keys"),
  operator_passkeys: aboutNoPerson("public keys of operators' passkeys"),
  operator_passkey_challenges: aboutNoPerson("challenges for operators' passkeys, until they are answered or expire"),
  operator_recovery_codes: aboutNoPerson("hashes of operators' recovery codes"),
  operator_sign_in_tickets: aboutNoPerson("hashes of operators' sign-ins that wait for their second step"),
  operator_sign_ins: aboutNoPerson("operators' sign-ins: browser family, times"),
  finds: aboutAccountHolder("what operators searched for, as a keyed hash", deletionPeriodOf("finds")),
  suspensions: aboutAccountHolder(
    "when and why operators suspended an account, and a note",
    `${deletionPeriodOf("suspensions")} after it ended`,
  ),
  account_views: aboutAccountHolder("which accounts operators opened, and why", deletionPeriodOf("account_views")),
  audit_seals: aboutNoPerson("the hash chain over audit and evidence"),
  audit_heads: aboutNoPerson("the head of the chain at the end of each day"),
  audit_bridges: aboutNoPerson("where the chain crosses a detached month"),
  detached_months: aboutNoPerson("which months were detached, when, by which operator"),
  month_partitions: aboutNoPerson("which partition contains which month"),
  seals_due: aboutNoPerson("rows that wait for their seal", "a second later"),
  provider_transactions: aboutAccountHolder(
    "the card provider's list: references, amounts and states, nothing about the payer",
    unlimitedAccounting,
  ),
  provider_refunds: aboutNoPerson("the card provider's refunds: its ids and amounts", unlimitedAccounting),
  reconciliation_runs: aboutNoPerson("days for which the provider's list was requested"),
  reconciliation_days: aboutNoPerson("a day's totals at the provider and here"),
  reconciliation_differences: aboutAccountHolder(
    "differences between the provider's list and ours: references and amounts",
    unlimitedAccounting,
  ),
  operator_refunds: aboutAccountHolder("refunds by two operators: amount, reason, their names", unlimitedAccounting),
  cases: aboutAccountHolder("what an operator must decide, by ids and counts", "no expiry"),
  watch_counts: aboutNoPerson("how many sign-ins failed in a minute, without any account", "a day"),
  transparency_days: aboutNoPerson("public counts of a day"),
  price_items: aboutNoPerson("prices"),
  exchange_rates: aboutNoPerson("rates"),
  worker_heartbeats: aboutNoPerson("that a worker is alive", "an hour after its last heartbeat"),
  rate_limits: aboutVisitor(
    "number of attempts, by a keyed hash or a network address",
    "end of the limit's period, at most a day",
  ),
  allowed_postings: aboutNoPerson("accounts between which money may move"),
};
