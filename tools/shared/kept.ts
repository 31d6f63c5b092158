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

/** What every table holds, whose it is and when it ends; numbers come from the code that acts on them. */

export type Kept = {
  /** Whose data it is. */
  readonly of: "the person looked up" | "the account holder" | "a visitor" | "nobody";
  readonly holds: string;
  readonly ends: string;
};

const person = (holds: string, ends: string): Kept => ({ of: "the person looked up", holds, ends });
const holder = (holds: string, ends: string): Kept => ({ of: "the account holder", holds, ends });
const visitor = (holds: string, ends: string): Kept => ({ of: "a visitor", holds, ends });
const nobody = (holds: string, ends = "stays"): Kept => ({ of: "nobody", holds, ends });

/** After how long rows of a table are deleted whole. */
const livesOf = (table: (typeof oldRows)[number]["table"]) => {
  const row = oldRows.find((one) => one.table === table);
  if (!row) throw new Error(`${table} has no end in old-rows.ts`);
  return row.lives;
};
const withRecord = "with its record (first table)";
const unpaidHours = unpaidLifeSeconds / 3_600;
const asProof = "stays as proof, without anything of the record; ended accounts have no name";
const asMoney = "stays: money is never rewritten; the law asks for books";

export const keptTables: Readonly<Record<string, Kept>> = {
  verification_requests: person(
    "what was typed, sealed; its keyed hash; the masked value",
    `sealed value and hash: ${withRecord}, or ${unpaidHours} hours when nobody paid; the last two characters stay in the asker's history`,
  ),
  results: person("the record, sealed", withRecord),
  result_files: person("papers of the record, sealed", withRecord),
  lookup_attempts: person(
    "which source was asked when; its answer, sealed, until the look-up ends",
    `the answer: ${withRecord}; the rest stays`,
  ),
  consents: person(
    "contact of the record and the asker's note, sealed; keyed hashes; the answer and its times",
    `contact, note and hashes of the person: ${withRecord}; hashes of our links: ${linkLives}; state and times stay as proof`,
  ),
  consent_evidence: person("that a question was asked and answered, when, over which way, with which words", asProof),
  subject_index: person("keyed hash of the record's phone and mail: who asked", livesOf("subject_index")),
  asked_values: person(
    "keyed hash of an account and of what it asked for, once the request is erased: nobody is asked twice a day",
    `${livesOf("asked_values")} after the question was made`,
  ),
  subject_blocks: person("keyed hash of a contact, and whom it blocks", "until the person lifts it"),
  subject_sessions: person("that a person proved a contact, by its keyed hash", "when the visit ends, within the hour"),
  subject_codes: person("keyed hash of a code and of a contact", `${livesOf("subject_codes")} after it ended`),
  subject_cases: person(
    "what a person asked of us and where the answer goes, sealed",
    `${caseKeptMonths} months after the answer; that there was a case stays`,
  ),
  reports: holder("code of a report and its check sum", livesOf("reports")),
  bulk_uploads: holder(
    "a file of numbers: its length, bad lines without the number",
    `with its lines; a stopped file after ${bulkStopHours} hours`,
  ),
  bulk_chunks: person("the numbers of a file, sealed", `as its purchase is made, or ${bulkUploadHours} hours`),
  stakeholder_orders: holder("for which company stakeholders were bought", "stays with the purchase"),
  users: holder(
    "name, mail address, phone; of a business its name and number; NIN sealed",
    "until the account is closed: then emptied",
  ),
  registrations: visitor("a sign-up that was not finished, sealed", "24 hours"),
  sign_ins: holder("hash of a sign-in's token, its device and times", "30 days after it ended"),
  mailed_tokens: holder(
    "hash of a link that was mailed",
    `${resetLinkMinutes} minutes (password), ${confirmLinkHours} hours (mail address)`,
  ),
  external_identities: holder("number by which Google or Facebook knows the account", "until the account is closed"),
  spent_nonces: visitor("that a sign-in elsewhere was used", "12 hours"),
  sign_in_tickets: holder("hash of a half-done sign-in", `${secondFactorMinutes} minutes`),
  recovery_codes: holder("hashes of recovery codes", "until renewed, turned off or closed"),
  passkeys: holder("public half of a passkey", "until removed or closed"),
  passkey_challenges: visitor("a question to a passkey", `${secondFactorMinutes} minutes`),
  known_devices: holder("hash of a browser's name", "400 days after its last sign-in"),
  profile_images: holder("a picture", "until changed or closed"),
  notices: holder("what we told the account", `${noticeDays} days`),
  push_subscriptions: holder("address of a device at its push service", "until signed out, refused or closed"),
  spent_captchas: visitor("that a captcha was used", "until it would have ended"),
  idempotency_keys: holder("first answer to a repeated call", livesOf("idempotency_keys")),
  outbox_messages: person(
    "addressee and text, sealed, until sent; then that it was sent",
    `text and addressee when sent, at most a day; the row ${livesOf("outbox_messages")} later`,
  ),
  inbound_notices: nobody("name of a notice that came in", livesOf("inbound_notices")),
  left_askers: holder(
    "name of a closed account that asked about people, sealed; keyed hash of its mailbox",
    `name: ${leftNameMonths} months after it closed; the hash stays as long as somebody blocks the account`,
  ),
  purchases: holder(
    "what was bought, when, for how much; by which link its owner came",
    `the link: until the account is closed; the rest ${asMoney}`,
  ),
  purchase_items: holder("kind and outcome of each look-up", asMoney),
  payments: holder("reference, amount and state of a payment", asMoney),
  pay_outs: holder(
    "where the balance of a closed account goes; bank details sealed",
    "bank details: when the money was sent; the rest stays",
  ),
  ledger_accounts: holder("a wallet", asMoney),
  ledger_transfers: holder("money that moved", asMoney),
  request_totals: holder("how many look-ups an account made", "stays"),
  audit_log: holder("who did what when, by ids and codes", asProof),
  audit_seals: nobody("the chain over audit and proofs"),
  audit_heads: nobody("the head of the chain at the end of a day"),
  audit_bridges: nobody("where the chain crosses a month that was taken out"),
  detached_months: nobody("which months were taken out, when, by which operator"),
  month_parts: nobody("which months stand in which part"),
  seals_due: nobody("which rows wait for their seal", "a second later"),
  provider_transactions: holder(
    "what the card provider lists: references, amounts and states, nothing of who paid",
    asMoney,
  ),
  provider_refunds: nobody("what the card provider sent back: its numbers and amounts", asMoney),
  reconciliation_asks: nobody("which days the provider was asked about"),
  reconciliation_days: nobody("what a day came to at the provider and here"),
  reconciliation_differences: holder("where the provider's books and ours differ: references and amounts", asMoney),
  operator_refunds: holder("money given back by two operators: amount, reason, their names", asMoney),
  cases: holder("what waits for an operator, by ids and counts", "stays, closed"),
  watch_counts: nobody("how many sign-ins failed in a minute, of nobody in particular", "a day"),
  transparency_days: nobody("counts of a day"),
  price_items: nobody("prices"),
  exchange_rates: nobody("rates"),
  worker_heartbeats: nobody("that a process lives", "an hour after it fell silent"),
  rate_limits: visitor(
    "how often something was tried, by a keyed hash or a network address",
    "when the limit's time is over, at most a day",
  ),
  allowed_postings: nobody("between which accounts money may move"),
  allowed_moves: nobody("which states may follow which"),
};
