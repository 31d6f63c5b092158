import { leftNameMonths } from "../../server/src/modules/accounts/leave/left-askers.ts";
import { caseKeptMonths } from "../../server/src/modules/consent/cases/rules.ts";
import { linkLives, oldRows } from "../../server/src/modules/retention/old-rows.ts";
import { unpaidLifeSeconds } from "../../server/src/modules/verification/rules.ts";
import {
  bulkStopHours,
  bulkUploadHours,
  confirmLinkHours,
  noticeDays,
  resetLinkMinutes,
  secondFactorMinutes,
} from "../../contract/src/limits.ts";

/** What every table contains, about whom, and until when. Numbers come from the code that applies them. */

export type Kept = {
  /** Whom the data concerns. */
  readonly of: "the subject" | "the account holder" | "a visitor" | "no person";
  readonly holds: string;
  readonly ends: string;
};

const person = (holds: string, ends: string): Kept => ({ of: "the subject", holds, ends });
const holder = (holds: string, ends: string): Kept => ({ of: "the account holder", holds, ends });
const visitor = (holds: string, ends: string): Kept => ({ of: "a visitor", holds, ends });
const nobody = (holds: string, ends = "no expiry"): Kept => ({ of: "no person", holds, ends });

/** After how long rows of a table are deleted. */
const livesOf = (table: (typeof oldRows)[number]["table"]) => {
  const row = oldRows.find((one) => one.table === table);
  if (!row) throw new Error(`old-rows.ts does not list ${table}`);
  return row.lives;
};
const withRecord = "as its record (first table)";
const unpaidHours = unpaidLifeSeconds / 3_600;
const asProof = "no expiry (evidence, without anything of the record; closed accounts have no name)";
const asMoney = "no expiry (accounting records, never rewritten)";

export const keptTables: Readonly<Record<string, Kept>> = {
  verification_requests: person(
    "search value, sealed; its keyed hash; the masked value",
    `sealed value and hash: ${withRecord}, or ${unpaidHours} hours without payment; the last two characters stay in the requester's history`,
  ),
  results: person("the record, sealed", withRecord),
  result_files: person("files of the record, sealed", withRecord),
  lookup_attempts: person(
    "which source was queried when; its response, sealed, until the lookup ends",
    `the response: ${withRecord}; the rest has no expiry`,
  ),
  consents: person(
    "contact of the record and the requester's note, sealed; keyed hashes; the decision and its times",
    `contact, note and hashes of the subject: ${withRecord}; hashes of our links: ${linkLives}; state and times: no expiry (evidence)`,
  ),
  consent_evidence: person(
    "that consent was requested and decided, when, by which channel, with which text version",
    asProof,
  ),
  subject_index: person(
    "keyed hash of the record's phone and email, and the request that concerned it",
    livesOf("subject_index"),
  ),
  asked_values: person(
    "keyed hash of account and search value, once the request is erased, so that no subject is asked twice a day",
    `${livesOf("asked_values")} after the request was made`,
  ),
  subject_blocks: person("keyed hash of a contact, and which account it blocks", "until the subject removes it"),
  subject_sessions: person("that a person verified a contact, by its keyed hash", "end of the visit, within the hour"),
  subject_codes: person("keyed hash of a code and of a contact", `${livesOf("subject_codes")} after the code expired`),
  subject_cases: person(
    "what a subject requested and where the answer goes, sealed",
    `${caseKeptMonths} months after the answer; that there was a case has no expiry`,
  ),
  reports: holder("code and fingerprint of a report", livesOf("reports")),
  bulk_uploads: holder(
    "a bulk file: its length, and its invalid lines without the number",
    `as its lines; a stopped file after ${bulkStopHours} hours`,
  ),
  bulk_chunks: person("the numbers of a bulk file, sealed", `until its purchase is made, or ${bulkUploadHours} hours`),
  stakeholder_orders: holder("the company whose stakeholders were bought", "as the purchase"),
  users: holder(
    "name, email address, phone; for a business its name and number; NIN sealed",
    "account closure; then emptied",
  ),
  registrations: visitor("a registration that was not completed, sealed", "24 hours"),
  sign_ins: holder("hash of a session token, its device and times", "30 days after the session ended"),
  mailed_tokens: holder(
    "hash of a link sent by email",
    `${resetLinkMinutes} minutes (password), ${confirmLinkHours} hours (email address)`,
  ),
  external_identities: holder("the account's id at Google or Facebook", "account closure"),
  spent_nonces: visitor("that a nonce of a social sign-in was used", "12 hours"),
  sign_in_tickets: holder("hash of a sign-in that waits for its second factor", `${secondFactorMinutes} minutes`),
  recovery_codes: holder("hashes of recovery codes", "renewed, turned off, or account closure"),
  passkeys: holder("public key of a passkey", "removed, or account closure"),
  passkey_challenges: visitor("a passkey challenge", `${secondFactorMinutes} minutes`),
  known_devices: holder("hash of a device cookie", "400 days after its last sign-in"),
  profile_images: holder("a profile picture", "changed, or account closure"),
  notices: holder("notifications of the account", `${noticeDays} days`),
  push_subscriptions: holder(
    "address of a device at its push service",
    "sign-out, rejected by the service, or account closure",
  ),
  spent_captchas: visitor("that a captcha was used", "when the captcha would have expired"),
  idempotency_keys: holder("first response to a repeatable request", livesOf("idempotency_keys")),
  outbox_messages: person(
    "addressee and text, sealed, until sent; then the fact that it was sent",
    `text and addressee: when sent, at most a day; the row: ${livesOf("outbox_messages")} later`,
  ),
  inbound_notices: nobody("id of an inbound notification", livesOf("inbound_notices")),
  left_askers: holder(
    "name of a closed account that requested consent, sealed; keyed hash of its email address",
    `name: ${leftNameMonths} months after closure; hash: as long as a subject blocks the account`,
  ),
  purchases: holder(
    "what was bought, when, for how much; the owner's click id",
    `click id: account closure; the rest: ${asMoney}`,
  ),
  purchase_items: holder("type and outcome of each lookup", asMoney),
  payments: holder("reference, amount and state of a payment", asMoney),
  pay_outs: holder(
    "where the balance of a closed account goes; bank details sealed",
    "bank details: when the money was sent; the rest: no expiry",
  ),
  ledger_accounts: holder("a wallet", asMoney),
  ledger_transfers: holder("ledger transfers", asMoney),
  request_totals: holder("number of lookups of an account", "no expiry"),
  audit_log: holder("who did what when, by ids and codes", asProof),
  audit_seals: nobody("the hash chain over audit and evidence"),
  audit_heads: nobody("the head of the chain at the end of each day"),
  audit_bridges: nobody("where the chain crosses a detached month"),
  detached_months: nobody("which months were detached, when, by which operator"),
  month_parts: nobody("which partition contains which month"),
  seals_due: nobody("rows that wait for their seal", "a second later"),
  provider_transactions: holder(
    "the card provider's list: references, amounts and states, nothing about the payer",
    asMoney,
  ),
  provider_refunds: nobody("the card provider's refunds: its ids and amounts", asMoney),
  reconciliation_asks: nobody("days for which the provider's list was requested"),
  reconciliation_days: nobody("a day's totals at the provider and here"),
  reconciliation_differences: holder(
    "differences between the provider's list and ours: references and amounts",
    asMoney,
  ),
  operator_refunds: holder("refunds by two operators: amount, reason, their names", asMoney),
  cases: holder("what an operator must decide, by ids and counts", "no expiry"),
  watch_counts: nobody("how many sign-ins failed in a minute, without any account", "a day"),
  transparency_days: nobody("public counts of a day"),
  price_items: nobody("prices"),
  exchange_rates: nobody("rates"),
  worker_heartbeats: nobody("that a worker is alive", "an hour after its last heartbeat"),
  rate_limits: visitor(
    "number of attempts, by a keyed hash or a network address",
    "end of the limit's period, at most a day",
  ),
  allowed_postings: nobody("accounts between which money may move"),
  allowed_moves: nobody("allowed state transitions"),
};
