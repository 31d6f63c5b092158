import { browserProblems, type ProblemCode, type ProblemSpec } from "./problem-codes.ts";
import * as developerTexts from "./developers/texts.ts";
import * as organisationTexts from "./organisations/texts.ts";
import * as texts from "./texts.ts";

export { isProblemCode, type ProblemCode } from "./problem-codes.ts";

/** Every problem a user can meet: HTTP status and texts. The server sends them; the web imports `problem-codes.ts`. */
export const problems = {
  ...browserProblems,
  // any call
  bad_input: { status: 400, title: texts.errorTitle, text: texts.badInput },
  not_signed_in: { status: 401, title: texts.errorTitle, text: texts.notSignedIn },
  right_missing: {
    status: 403,
    title: organisationTexts.rightMissingTitle,
    text: organisationTexts.rightMissing,
  },
  second_factor_required: {
    status: 403,
    title: organisationTexts.secondFactorRequiredTitle,
    text: organisationTexts.secondFactorRequired,
  },
  key_invalid: { status: 401, title: developerTexts.keyInvalidTitle, text: developerTexts.keyInvalid },
  key_ended: { status: 401, title: developerTexts.keyInvalidTitle, text: developerTexts.keyEnded },
  scope_missing: { status: 403, title: texts.errorTitle, text: developerTexts.scopeMissing },
  address_not_allowed: { status: 403, title: texts.errorTitle, text: developerTexts.addressNotAllowed },
  secret_in_address: { status: 400, title: texts.errorTitle, text: developerTexts.secretInAddress },
  unknown_version: { status: 400, title: texts.errorTitle, text: developerTexts.unknownVersion },
  version_ended: { status: 400, title: texts.errorTitle, text: developerTexts.versionEnded },
  cross_site: { status: 403, title: texts.errorTitle, text: texts.crossSite },
  not_found: { status: 404, title: texts.errorTitle, text: texts.notFound },
  method_not_allowed: { status: 405, title: texts.errorTitle, text: texts.methodNotAllowed },
  too_large: { status: 413, title: texts.errorTitle, text: texts.tooLarge },
  unsupported_media: { status: 415, title: texts.errorTitle, text: texts.unsupportedMedia },
  same_key_other_body: { status: 422, title: texts.errorTitle, text: texts.sameKeyOtherBody },
  same_key_in_flight: { status: 409, title: texts.errorTitle, text: texts.sameKeyInFlight },
  too_many_requests: { status: 429, title: texts.errorTitle, text: texts.tooManyRequests },
  unavailable: { status: 503, title: texts.errorTitle, text: texts.unavailable },
  unconfirmed: { status: 503, title: texts.errorTitle, text: texts.unconfirmed },
  // accounts
  captcha_failed: { status: 400, title: texts.errorTitle, text: texts.captchaFailed },
  code_wrong: { status: 400, title: texts.errorTitle, text: texts.codeWrong },
  code_ended: { status: 400, title: texts.errorTitle, text: texts.codeEnded },
  resend_too_soon: { status: 429, title: texts.errorTitle, text: texts.resendTooSoon },
  incorrect_credentials: { status: 401, title: texts.errorTitle, text: texts.incorrectCredentials },
  account_not_activated: { status: 403, title: texts.errorTitle, text: texts.accountNotActivated },
  ip_address_missing: { status: 406, title: texts.errorTitle, text: texts.ipAddressMissing },
  social_refused: { status: 401, title: texts.errorTitle, text: texts.socialRefused },
  social_no_email: { status: 403, title: texts.errorTitle, text: texts.socialNoEmail },
  social_not_offered: { status: 409, title: texts.errorTitle, text: texts.socialNotOffered },
  invalid_reset_link: { status: 400, title: texts.errorTitle, text: texts.resetLinkInvalid },
  incorrect_old_password: { status: 400, title: texts.errorTitle, text: texts.incorrectOldPassword },
  wrong_password: { status: 400, title: texts.errorTitle, text: texts.incorrectPassword },
  sign_in_again: { status: 403, title: texts.errorTitle, text: texts.signInAgain },
  invalid_confirm_link: { status: 400, title: texts.errorTitle, text: texts.confirmLinkInvalid },
  account_suspended: { status: 403, title: texts.accountSuspendedTitle, text: texts.accountSuspended },
  email_not_confirmed: { status: 403, title: texts.errorTitle, text: texts.emailNotConfirmed },
  second_factor_wrong: { status: 400, title: texts.errorTitle, text: texts.secondFactorWrong },
  second_factor_ended: { status: 400, title: texts.errorTitle, text: texts.secondFactorEnded },
  totp_already_on: { status: 409, title: texts.errorTitle, text: texts.totpAlreadyOn },
  passkey_refused: { status: 400, title: texts.errorTitle, text: texts.passkeyRefused },
  phone_locked: { status: 409, title: texts.errorTitle, text: texts.phoneLocked },
  prove_first: { status: 403, title: texts.errorTitle, text: texts.proveFirst },
  work_under_way: { status: 409, title: texts.errorTitle, text: texts.workUnderWay },
  balance_left: { status: 409, title: texts.errorTitle, text: texts.balanceLeft },
  balance_changed: { status: 409, title: texts.errorTitle, text: texts.balanceChanged },
  push_refused: { status: 400, title: texts.errorTitle, text: texts.pushRefused },
  // organisations
  already_member: { status: 409, title: texts.errorTitle, text: organisationTexts.alreadyMember },
  already_invited: { status: 409, title: texts.errorTitle, text: organisationTexts.alreadyInvited },
  organisation_full: {
    status: 409,
    title: texts.errorTitle,
    text: organisationTexts.organisationFull,
  },
  wrong_email: { status: 403, title: texts.errorTitle, text: organisationTexts.wrongEmail },
  invitation_ended: { status: 410, title: texts.errorTitle, text: organisationTexts.invitationEnded },
  organisation_has_members: {
    status: 409,
    title: texts.errorTitle,
    text: organisationTexts.organisationHasMembers,
  },
  only_owner: { status: 409, title: texts.errorTitle, text: organisationTexts.lastOwnerOfOthers },
  organisation_incomplete: {
    status: 403,
    title: organisationTexts.incompleteTitle,
    text: organisationTexts.incomplete,
  },
  closing_differs: { status: 409, title: texts.errorTitle, text: organisationTexts.closingDiffers },
  last_owner: {
    status: 409,
    title: organisationTexts.lastOwnerTitle,
    text: organisationTexts.lastOwner,
  },
  right_not_held: {
    status: 403,
    title: organisationTexts.rightNotHeldTitle,
    text: organisationTexts.rightNotHeld,
  },
  role_in_use: {
    status: 409,
    title: organisationTexts.roleInUseTitle,
    text: organisationTexts.roleInUse,
  },
  approval_needed: {
    status: 409,
    title: organisationTexts.approvalNeededTitle,
    text: organisationTexts.approvalNeeded,
  },
  cap_reached: {
    status: 403,
    title: organisationTexts.capReachedTitle,
    text: organisationTexts.capReached,
  },
  price_changed: { status: 409, title: texts.errorTitle, text: organisationTexts.priceChanged },
  sso_required: { status: 403, title: organisationTexts.ssoRequiredTitle, text: organisationTexts.ssoRequired },
  last_exempt_passkey: {
    status: 409,
    title: organisationTexts.lastExemptPasskeyTitle,
    text: organisationTexts.lastExemptPasskey,
  },
  domain_taken: { status: 409, title: texts.errorTitle, text: organisationTexts.domainTaken },
  domain_record_missing: {
    status: 409,
    title: organisationTexts.domainRecordMissingTitle,
    text: organisationTexts.domainRecordMissing,
  },
  address_not_public: { status: 400, title: texts.errorTitle, text: developerTexts.addressNotPublic },
  endpoint_limit: { status: 409, title: texts.errorTitle, text: developerTexts.endpointLimit },
  webhook_disabled: { status: 409, title: texts.errorTitle, text: developerTexts.webhookDisabled },
  domain_unreachable: { status: 503, title: texts.errorTitle, text: organisationTexts.domainUnreachable },
  // developers
  proof_needed: { status: 403, title: texts.errorTitle, text: developerTexts.proofNeeded },
  key_limit: { status: 409, title: texts.errorTitle, text: developerTexts.keyLimit },
  owners_only: { status: 403, title: texts.errorTitle, text: developerTexts.ownersOnly },
  key_holder_lacks: { status: 409, title: texts.errorTitle, text: developerTexts.keyHolderLacks },
  scope_not_held: { status: 403, title: texts.errorTitle, text: developerTexts.scopeNotHeld },
  mode_not_offered: { status: 409, title: texts.errorTitle, text: developerTexts.modeNotOffered },
  // what to verify
  nothing_to_verify: { status: 400, title: texts.errorTitle, text: texts.nothingToVerify },
  bureau_required: { status: 400, title: texts.errorTitle, text: texts.bureauRequired },
  not_for_this_account: { status: 403, title: texts.errorTitle, text: texts.notForThisAccount },
  purpose_not_allowed: { status: 400, title: texts.errorTitle, text: texts.purposeNotAllowed },
  not_offered: { status: 409, title: texts.errorTitle, text: texts.notOffered },
  source_down: { status: 503, title: texts.errorTitle, text: texts.sourceDown },
  asked_recently: { status: 429, title: texts.errorTitle, text: texts.askedRecently },
  too_many_alike: { status: 429, title: texts.errorTitle, text: texts.tooManyAlike },
  question_limit: { status: 429, title: texts.errorTitle, text: texts.questionLimit },
  not_a_minor: { status: 409, title: texts.errorTitle, text: texts.notAMinor },
  request_over: { status: 409, title: texts.errorTitle, text: texts.requestOver },
  reminder_not_possible: { status: 409, title: texts.errorTitle, text: texts.reminderNotPossible },
  owner_not_askable: { status: 409, title: texts.errorTitle, text: texts.ownerNotAskable },
  owner_already_asked: { status: 409, title: texts.errorTitle, text: texts.ownerAlreadyAsked },
  bulk_not_usable: { status: 409, title: texts.errorTitle, text: texts.bulkNotUsable },
  bulk_too_long: { status: 422, title: texts.errorTitle, text: texts.bulkTooLong },
  // acts that a second person approves
  approval_pending: { status: 409, title: texts.notChangedTitle, text: texts.approvalPending },
  own_request: { status: 403, title: texts.notChangedTitle, text: texts.ownRequest },
  already_decided: { status: 409, title: texts.notChangedTitle, text: texts.alreadyDecided },
  approval_ended: { status: 410, title: texts.notChangedTitle, text: texts.approvalEnded },
  facts_changed: { status: 409, title: texts.notChangedTitle, text: texts.factsChanged },
  // the operator console
  operator_right_missing: {
    status: 403,
    title: texts.notChangedTitle,
    text: texts.operatorRightMissing,
  },
  operator_link_ended: { status: 410, title: texts.notChangedTitle, text: texts.operatorLinkEnded },
  no_exact_match: { status: 404, title: texts.notChangedTitle, text: texts.noExactMatch },
  view_limit: { status: 429, title: texts.notChangedTitle, text: texts.viewLimit },
  find_limit: { status: 429, title: texts.notChangedTitle, text: texts.findLimit },
  reason_needed: { status: 403, title: texts.notChangedTitle, text: texts.reasonNeeded },
  case_reason_needed: { status: 403, title: texts.notChangedTitle, text: texts.caseReasonNeeded },
  case_ended: { status: 409, title: texts.notChangedTitle, text: texts.caseEnded },
  case_erased: { status: 410, title: texts.notChangedTitle, text: texts.caseErased },
  assignee_unsuitable: { status: 409, title: texts.notChangedTitle, text: texts.assigneeUnsuitable },
  breach_not_counted: { status: 409, title: texts.notChangedTitle, text: texts.breachNotCounted },
  account_closed: { status: 409, title: texts.notChangedTitle, text: texts.accountClosed },
  already_suspended: { status: 409, title: texts.notChangedTitle, text: texts.alreadySuspended },
  not_suspended: { status: 409, title: texts.notChangedTitle, text: texts.notSuspended },
  not_refundable: { status: 409, title: texts.notChangedTitle, text: texts.notRefundable },
  already_refunded: { status: 409, title: texts.notChangedTitle, text: texts.alreadyRefunded },
  second_operator_needed: {
    status: 409,
    title: texts.notChangedTitle,
    text: texts.secondOperatorNeeded,
  },
  pay_out_claimed: { status: 409, title: texts.notChangedTitle, text: texts.payOutClaimed },
  pay_out_not_claimed: { status: 409, title: texts.notChangedTitle, text: texts.payOutNotClaimed },
  pay_out_ended: { status: 409, title: texts.notChangedTitle, text: texts.payOutEnded },
  job_not_failed: { status: 409, title: texts.notChangedTitle, text: texts.jobNotFailed },
  source_unchanged: { status: 409, title: texts.notChangedTitle, text: texts.sourceUnchanged },
  operator_known: { status: 409, title: texts.notChangedTitle, text: texts.operatorKnown },
  not_resendable: { status: 409, title: texts.notChangedTitle, text: texts.notResendable },
  no_phone: { status: 409, title: texts.notChangedTitle, text: texts.noPhone },
  operator_key_limit: { status: 409, title: texts.notChangedTitle, text: texts.operatorKeyLimit },
  operator_not_invited: {
    status: 409,
    title: texts.notChangedTitle,
    text: texts.operatorNotInvited,
  },
  last_operator_owner: { status: 409, title: texts.notChangedTitle, text: texts.lastOperatorOwner },
  // money
  wallet_balance_low: { status: 402, title: texts.balanceLowTitle, text: texts.balanceLow },
  currency_mismatch: { status: 409, title: texts.errorTitle, text: texts.currencyMismatch },
  amount_mismatch: { status: 409, title: texts.errorTitle, text: texts.amountMismatch },
  quote_ended: { status: 409, title: texts.errorTitle, text: texts.quoteEnded },
  already_paid: { status: 409, title: texts.errorTitle, text: texts.alreadyPaid },
  purchase_unpaid: { status: 409, title: texts.errorTitle, text: texts.purchaseUnpaid },
  top_up_too_small: { status: 422, title: texts.errorTitle, text: texts.topUpTooSmall },
  top_up_too_large: { status: 422, title: texts.errorTitle, text: texts.topUpTooLarge },
  payment_not_started: { status: 502, title: texts.errorTitle, text: texts.paymentNotStarted },
  payment_not_known: { status: 503, title: texts.errorTitle, text: texts.paymentNotKnown },
  payment_without_link: { status: 502, title: texts.errorTitle, text: texts.paymentWithoutLink },
} as const satisfies Record<ProblemCode, ProblemSpec>;

/** The names of the `{placeholders}` in a text. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The values that a problem's text needs; omitting one does not compile. */
export type FactsOf<Code extends ProblemCode> = {
  readonly [Name in Placeholders<(typeof problems)[Code]["text"]>]: string;
};

/** A problem as a value: its code, the values of its text, the invalid fields, and details for the caller. */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  readonly code: Code;
  readonly facts: Readonly<Record<string, string>>;
  /** Message per invalid field, for `bad_input` and problems that belong to one field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Members added to the problem body, e.g. the id of a pending activation. */
  readonly details?: Readonly<Record<string, string>>;
  /** Sent as Retry-After when a limit was reached: seconds until the same call may succeed. */
  readonly retryAfterSeconds?: number;
};

export type Result<Value, Code extends ProblemCode = never> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem<Code> };

/** A successful result. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/**
 * A failed result. `facts` fill the placeholders of the problem's text; `extra` adds field messages, members of the
 * body or Retry-After.
 */
export function fail<Code extends ProblemCode>(
  code: Code,
  facts: FactsOf<Code>,
  extra: Pick<Problem, "fields" | "details" | "retryAfterSeconds"> = {},
): { readonly ok: false; readonly problem: Problem<Code> } {
  return { ok: false, problem: { code, facts, ...extra } };
}

/** Inserts values into the `{placeholders}` of a text. One without a value stays visible, so that it is noticed. */
export function fillPlaceholders(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => facts[name] ?? blank);
}

/** The body of every error response, `application/problem+json`. */
export type ProblemBody = {
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, string>>;
};

/** The body of a problem. */
export function problemBodyOf(refusal: Problem): ProblemBody {
  const spec: ProblemSpec = problems[refusal.code];
  return {
    title: spec.title,
    status: spec.status,
    code: refusal.code,
    message: fillPlaceholders(spec.text, refusal.facts),
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.details && { details: refusal.details }),
  };
}
