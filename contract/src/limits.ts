import { dollars, naira } from "./money.ts";

/** Every number that more than one module uses. Units come last. */

/** How often the consent screen polls without an open event stream [CONST-15]. */
export const consentPollIntervalMs = 15_000;
/** Smallest top-up, per wallet currency [CONST-11]. */
export const topUpMinimum = { NGN: naira(1_000_00n), USD: dollars(10_00n) } as const;
/** Largest single top-up [T-31]. */
export const topUpMaximum = { NGN: naira(5_000_000_00n), USD: dollars(5_000_00n) } as const;
/** How long the price of an unpaid purchase is frozen. */
export const quoteLifetimeMinutes = 15;
/** Digits of a one-time code [CONST-06]. */
export const codeLength = 6;
/** Lifetime of a one-time code, and how many wrong attempts invalidate it [T-01]. */
export const codeLifetimeMinutes = 10;
export const codeMaxAttempts = 5;
/** Seconds between two codes, and codes an hour, for one pending activation [API-07]. */
export const codeResendIntervalSeconds = 60;
export const codeResendsPerHour = 5;
/** Characters of a password [CONST-01 T-07]. */
export const passwordMinLength = 8;
export const passwordMaxLength = 128;
export const ninLength = 11;
export const bvnLength = 11;
export const phoneMaxLength = 11;
export const vinLength = 17;
export const purposeNoteMaxLength = 140;
/** Characters of each part of a name that a requester was given. */
export const expectedNameMaxLength = 60;
/** Characters of the requester's private label of a request. */
export const requestLabelMaxLength = 60;
/** How long a label is stored after its request was made. */
export const requestLabelDays = 90;
/** Saved views of the history per account, and characters of a view's name. */
export const savedViewsMax = 10;
export const savedViewNameMaxLength = 40;
/** Different names that one account may compare with one number in 24 hours [AO-07]. */
export const namesPerNumberMax = 3;
export const historyPageSize = 10;
export const historyPageSizeMax = 100;
/** Longest text in the search of the history. */
export const historySearchMaxLength = 200;
export const historyPageMax = 100;
export const profileImageMaxBytes = 2_097_152;
/** Lifetime of the link in a reset email [T-12]. */
export const resetLinkMinutes = 30;
/** Lifetime of the link that confirms an email. */
export const confirmLinkHours = 24;
/** Lifetime of a half-done sign-in, and how many wrong codes end it. */
export const secondFactorMinutes = 5;
export const secondFactorMaxAttempts = 5;
export const recoveryCodeCount = 10;
/** An account without a password may change its sign-in methods this long after a sign-in. */
export const recentSignInMinutes = 15;
export const noticeRetentionDays = 90;
/** A warning appears after this long without activity, then a countdown [C-01]. */
export const idleWarningMs = 540_000;
export const idleCountdownSeconds = 60;
/** Lines of a bulk file inside the payload, and of an upload unless the setting allows more [O-34]. */
export const bulkRecordsDefault = 1_000;
export const bulkRecordsMax = 100_000;
/** How long a checked file waits for its purchase, and a stopped one to be resumed. */
export const bulkUploadHours = 24;
export const bulkResumeHours = 24;
/** Lifetime of a ticket for the capture page [T-50]. */
export const faceTicketMinutes = 5;
/** How long `POST /verification/submit` waits for outcomes before it returns "processing". */
export const submitWaitMs = 20_000;
/** Open event streams per session and per account, in each process; a further one closes the oldest. */
export const streamsPerSession = 20;
export const streamsPerAccount = 50;
export const idempotencyKeyMaxLength = 200;
/** A source whose usual response takes longer is shown as slow. */
export const slowSourceSeconds = 5;
export const rememberedEmailDays = 7;
