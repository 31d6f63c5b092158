import { dollars, naira } from "./money.ts";

/** Every number of the product that more than one place knows. Unit last; the source is said. */

/** How often the consent screen asks again when no event stream is open. Source: B§9. */
export const consentPollIntervalMs = 15_000;
/** Smallest top-up, per wallet currency. Source: A§5. */
export const topUpMinimum = { NGN: naira(1_000_00n), USD: dollars(10_00n) } as const;
/** Largest single top-up. Source: T-31, our figure. */
export const topUpMaximum = { NGN: naira(5_000_000_00n), USD: dollars(5_000_00n) } as const;
/** How long a price is kept for a purchase that is not paid. Source: design 2. */
export const quoteLifetimeMinutes = 15;
/** Digits of a one-time code. Source: A§9. */
export const codeLength = 6;
/** Life of a one-time code, and how many wrong tries end it. Source: T-01. */
export const codeLifetimeMinutes = 10;
export const codeMaxAttempts = 5;
/** Seconds between two codes, and codes an hour, for one pending activation. Source: design 3. */
export const codeResendIntervalSeconds = 60;
export const codeResendsPerHour = 5;
/** Source: A§9, threats T-07. */
export const passwordMinLength = 8;
export const passwordMaxLength = 128;
/** Source: B§9. */
export const ninLength = 11;
export const bvnLength = 11;
export const phoneMaxLength = 11;
export const vinLength = 17;
/** Source: design 3, "Consent and asking". */
export const purposeNoteMaxLength = 140;
/** Source: B§9. */
export const historyPageSize = 10;
export const historyPageSizeMax = 100;
/** What can be typed into the search of the history. */
export const historySearchMaxLength = 200;
export const historyPageMax = 100;
/** Source: A§5. */
export const profileImageMaxBytes = 2_097_152;
/** How long the link of a reset mail is good. Source: T-12. */
export const resetLinkMinutes = 30;
/** How long the link that confirms a mailbox is good. */
export const confirmLinkHours = 24;
/** Life of a half-done sign-in, and how many wrong codes end it. */
export const secondFactorMinutes = 5;
export const secondFactorMaxAttempts = 5;
export const recoveryCodeCount = 10;
/** An account without a password may change how it is signed in to this long after a sign-in. */
export const recentSignInMinutes = 15;
/** How long a notice is kept. */
export const noticeRetentionDays = 90;
/** A warning comes after this long without activity, then a countdown. Source: C-01. */
export const idleWarningMs = 540_000;
export const idleCountdownSeconds = 60;
/** Lines of a bulk file that is written into the payload itself, and of an upload unless the setting says more. Source: O-34. */
export const bulkRecordsDefault = 1_000;
export const bulkRecordsMax = 100_000;
/** How long a checked file waits for its purchase, and how long a stopped one waits to go on. */
export const bulkUploadHours = 24;
export const bulkResumeHours = 24;
/** How long a ticket for the capture page is good. Source: T-50. */
export const faceTicketMinutes = 5;
/** How long `POST /verification/submit` waits for outcomes before it says "processing". Source: design 3. */
export const submitWaitMs = 20_000;
/** Streams of events that one sign-in and one account may have open; the oldest ends for the next one. In each process. */
export const streamsPerSession = 20;
export const streamsPerAccount = 50;
/** An Idempotency-Key is at most this long. */
export const idempotencyKeyMaxLength = 200;
/** A source whose usual response takes longer is called slow. */
export const slowSourceSeconds = 5;
/** Source: A§9. */
export const rememberedEmailDays = 7;
