import * as organisationTexts from "./organisations/texts.ts";
import * as texts from "./texts.ts";

/** Where the web shows a problem unless a screen decides otherwise. */
export type Surface = "inline" | "dialog" | "toast" | "page";
type ProblemSpec = {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly surface: Surface;
};

/** Every problem a user can meet: HTTP status, texts, and where the web shows it by default. */
export const problems = {
  // any call
  bad_input: { status: 400, title: texts.errorTitle, text: texts.badInput, surface: "inline" },
  not_signed_in: { status: 401, title: texts.errorTitle, text: texts.notSignedIn, surface: "page" },
  right_missing: {
    status: 403,
    title: organisationTexts.rightMissingTitle,
    text: organisationTexts.rightMissing,
    surface: "dialog",
  },
  second_factor_required: {
    status: 403,
    title: organisationTexts.secondFactorRequiredTitle,
    text: organisationTexts.secondFactorRequired,
    surface: "dialog",
  },
  cross_site: { status: 403, title: texts.errorTitle, text: texts.crossSite, surface: "dialog" },
  not_found: { status: 404, title: texts.errorTitle, text: texts.notFound, surface: "inline" },
  method_not_allowed: { status: 405, title: texts.errorTitle, text: texts.methodNotAllowed, surface: "dialog" },
  too_large: { status: 413, title: texts.errorTitle, text: texts.tooLarge, surface: "inline" },
  unsupported_media: { status: 415, title: texts.errorTitle, text: texts.unsupportedMedia, surface: "dialog" },
  same_key_other_body: { status: 422, title: texts.errorTitle, text: texts.sameKeyOtherBody, surface: "dialog" },
  same_key_in_flight: { status: 409, title: texts.errorTitle, text: texts.sameKeyInFlight, surface: "dialog" },
  too_many_requests: { status: 429, title: texts.errorTitle, text: texts.tooManyRequests, surface: "inline" },
  unexpected: { status: 500, title: texts.errorTitle, text: texts.unexpected, surface: "dialog" },
  unavailable: { status: 503, title: texts.errorTitle, text: texts.unavailable, surface: "dialog" },
  unconfirmed: { status: 503, title: texts.errorTitle, text: texts.unconfirmed, surface: "dialog" },
  // made by the browser when there is no response
  no_response: { status: 0, title: texts.errorTitle, text: texts.noResponse, surface: "toast" },
  request_not_built: { status: 0, title: texts.errorTitle, text: texts.requestNotBuilt, surface: "toast" },
  // made by the browser from an unknown code, with the server's own message
  rejected: { status: 0, title: texts.errorTitle, text: texts.unexpectedWithoutRequestId, surface: "dialog" },
  // accounts
  captcha_failed: { status: 400, title: texts.errorTitle, text: texts.captchaFailed, surface: "inline" },
  code_wrong: { status: 400, title: texts.errorTitle, text: texts.codeWrong, surface: "inline" },
  code_ended: { status: 400, title: texts.errorTitle, text: texts.codeEnded, surface: "inline" },
  resend_too_soon: { status: 429, title: texts.errorTitle, text: texts.resendTooSoon, surface: "inline" },
  incorrect_credentials: { status: 401, title: texts.errorTitle, text: texts.incorrectCredentials, surface: "inline" },
  account_not_activated: { status: 403, title: texts.errorTitle, text: texts.accountNotActivated, surface: "inline" },
  ip_address_missing: { status: 406, title: texts.errorTitle, text: texts.ipAddressMissing, surface: "inline" },
  social_refused: { status: 401, title: texts.errorTitle, text: texts.socialRefused, surface: "inline" },
  social_no_email: { status: 403, title: texts.errorTitle, text: texts.socialNoEmail, surface: "inline" },
  social_not_offered: { status: 409, title: texts.errorTitle, text: texts.socialNotOffered, surface: "inline" },
  invalid_reset_link: { status: 400, title: texts.errorTitle, text: texts.resetLinkInvalid, surface: "inline" },
  incorrect_old_password: { status: 400, title: texts.errorTitle, text: texts.incorrectOldPassword, surface: "inline" },
  sign_in_again: { status: 403, title: texts.errorTitle, text: texts.signInAgain, surface: "dialog" },
  invalid_confirm_link: { status: 400, title: texts.errorTitle, text: texts.confirmLinkInvalid, surface: "inline" },
  email_not_confirmed: { status: 403, title: texts.errorTitle, text: texts.emailNotConfirmed, surface: "dialog" },
  second_factor_wrong: { status: 400, title: texts.errorTitle, text: texts.secondFactorWrong, surface: "inline" },
  second_factor_ended: { status: 400, title: texts.errorTitle, text: texts.secondFactorEnded, surface: "inline" },
  totp_already_on: { status: 409, title: texts.errorTitle, text: texts.totpAlreadyOn, surface: "inline" },
  passkey_refused: { status: 400, title: texts.errorTitle, text: texts.passkeyRefused, surface: "inline" },
  phone_locked: { status: 409, title: texts.errorTitle, text: texts.phoneLocked, surface: "inline" },
  prove_first: { status: 403, title: texts.errorTitle, text: texts.proveFirst, surface: "dialog" },
  work_under_way: { status: 409, title: texts.errorTitle, text: texts.workUnderWay, surface: "inline" },
  balance_left: { status: 409, title: texts.errorTitle, text: texts.balanceLeft, surface: "inline" },
  balance_changed: { status: 409, title: texts.errorTitle, text: texts.balanceChanged, surface: "inline" },
  push_refused: { status: 400, title: texts.errorTitle, text: texts.pushRefused, surface: "toast" },
  // organisations
  already_member: { status: 409, title: texts.errorTitle, text: organisationTexts.alreadyMember, surface: "inline" },
  already_invited: { status: 409, title: texts.errorTitle, text: organisationTexts.alreadyInvited, surface: "inline" },
  organisation_full: {
    status: 409,
    title: texts.errorTitle,
    text: organisationTexts.organisationFull,
    surface: "inline",
  },
  wrong_email: { status: 403, title: texts.errorTitle, text: organisationTexts.wrongEmail, surface: "page" },
  invitation_ended: { status: 410, title: texts.errorTitle, text: organisationTexts.invitationEnded, surface: "page" },
  organisation_has_members: {
    status: 409,
    title: texts.errorTitle,
    text: organisationTexts.organisationHasMembers,
    surface: "inline",
  },
  only_owner: { status: 409, title: texts.errorTitle, text: organisationTexts.lastOwnerOfOthers, surface: "inline" },
  last_owner: {
    status: 409,
    title: organisationTexts.lastOwnerTitle,
    text: organisationTexts.lastOwner,
    surface: "dialog",
  },
  right_not_held: {
    status: 403,
    title: organisationTexts.rightNotHeldTitle,
    text: organisationTexts.rightNotHeld,
    surface: "dialog",
  },
  role_in_use: {
    status: 409,
    title: organisationTexts.roleInUseTitle,
    text: organisationTexts.roleInUse,
    surface: "dialog",
  },
  cap_reached: {
    status: 403,
    title: organisationTexts.capReachedTitle,
    text: organisationTexts.capReached,
    surface: "dialog",
  },
  price_changed: { status: 409, title: texts.errorTitle, text: organisationTexts.priceChanged, surface: "inline" },
  domain_taken: { status: 409, title: texts.errorTitle, text: organisationTexts.domainTaken, surface: "inline" },
  sso_failed: { status: 400, title: texts.errorTitle, text: organisationTexts.ssoFailed, surface: "page" },
  // what to verify
  nothing_to_verify: { status: 400, title: texts.errorTitle, text: texts.nothingToVerify, surface: "inline" },
  bureau_required: { status: 400, title: texts.errorTitle, text: texts.bureauRequired, surface: "inline" },
  not_for_this_account: { status: 403, title: texts.errorTitle, text: texts.notForThisAccount, surface: "dialog" },
  purpose_not_allowed: { status: 400, title: texts.errorTitle, text: texts.purposeNotAllowed, surface: "inline" },
  not_offered: { status: 409, title: texts.errorTitle, text: texts.notOffered, surface: "dialog" },
  source_down: { status: 503, title: texts.errorTitle, text: texts.sourceDown, surface: "dialog" },
  asked_recently: { status: 429, title: texts.errorTitle, text: texts.askedRecently, surface: "dialog" },
  too_many_alike: { status: 429, title: texts.errorTitle, text: texts.tooManyAlike, surface: "dialog" },
  question_limit: { status: 429, title: texts.errorTitle, text: texts.questionLimit, surface: "dialog" },
  not_a_minor: { status: 409, title: texts.errorTitle, text: texts.notAMinor, surface: "inline" },
  request_over: { status: 409, title: texts.errorTitle, text: texts.requestOver, surface: "dialog" },
  reminder_not_possible: { status: 409, title: texts.errorTitle, text: texts.reminderNotPossible, surface: "dialog" },
  owner_not_askable: { status: 409, title: texts.errorTitle, text: texts.ownerNotAskable, surface: "dialog" },
  owner_already_asked: { status: 409, title: texts.errorTitle, text: texts.ownerAlreadyAsked, surface: "dialog" },
  bulk_not_usable: { status: 409, title: texts.errorTitle, text: texts.bulkNotUsable, surface: "dialog" },
  bulk_too_long: { status: 422, title: texts.errorTitle, text: texts.bulkTooLong, surface: "inline" },
  // acts that a second person approves
  approval_pending: { status: 409, title: texts.errorTitle, text: texts.approvalPending, surface: "dialog" },
  own_request: { status: 403, title: texts.errorTitle, text: texts.ownRequest, surface: "dialog" },
  already_decided: { status: 409, title: texts.errorTitle, text: texts.alreadyDecided, surface: "dialog" },
  approval_ended: { status: 410, title: texts.errorTitle, text: texts.approvalEnded, surface: "dialog" },
  facts_changed: { status: 409, title: texts.errorTitle, text: texts.factsChanged, surface: "dialog" },
  // money
  wallet_balance_low: { status: 402, title: texts.balanceLowTitle, text: texts.balanceLow, surface: "dialog" },
  currency_mismatch: { status: 409, title: texts.errorTitle, text: texts.currencyMismatch, surface: "dialog" },
  amount_mismatch: { status: 409, title: texts.errorTitle, text: texts.amountMismatch, surface: "dialog" },
  quote_ended: { status: 409, title: texts.errorTitle, text: texts.quoteEnded, surface: "dialog" },
  already_paid: { status: 409, title: texts.errorTitle, text: texts.alreadyPaid, surface: "dialog" },
  purchase_unpaid: { status: 409, title: texts.errorTitle, text: texts.purchaseUnpaid, surface: "dialog" },
  top_up_too_small: { status: 422, title: texts.errorTitle, text: texts.topUpTooSmall, surface: "inline" },
  top_up_too_large: { status: 422, title: texts.errorTitle, text: texts.topUpTooLarge, surface: "inline" },
  payment_not_started: { status: 502, title: texts.errorTitle, text: texts.paymentNotStarted, surface: "dialog" },
  payment_not_known: { status: 503, title: texts.errorTitle, text: texts.paymentNotKnown, surface: "dialog" },
  payment_without_link: { status: 502, title: texts.errorTitle, text: texts.paymentWithoutLink, surface: "dialog" },
} as const satisfies Record<string, ProblemSpec>;

export type ProblemCode = keyof typeof problems;

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

/** Whether a text names a problem of the catalogue. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text);
}
