/** Limits of the developer platform; the documentation lists them from here. */

/** Active keys per organisation and mode. */
export const keysMax = 20;
export const keyDaysMin = 7;
export const keyDaysMax = 365;
export const keyDaysDefault = 90;
/** How long the secret before a roll may still work, in hours. */
export const rollHoursMax = 168;
/** Address ranges per key. */
export const keyNetworksMax = 20;
/** How long before its end the owners get a notice. */
export const keyWarningDays = 14;
/** Keys in one report of a secret scanner. */
export const leakedKeysMax = 100;

/** Limits of webhooks. */
export const webhookEndpointsMax = 20;
export const webhookUrlMaxLength = 500;
/** How long events, deliveries and attempts are stored. */
export const webhookRetentionDays = 30;
/** A delivery succeeds with a 2xx status within this time. */
export const webhookTimeoutSeconds = 15;
/** Delays between the attempts of a delivery. */
export const webhookRetrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const;
/** An endpoint with failures only is disabled after this time. */
export const webhookFailureDays = 5;
/** How long the earlier secret signs too, after a change. */
export const webhookSecretOverlapHours = 24;
/** Characters of a response that are stored. */
export const webhookResponseCharacters = 1_000;
export const webhookDeliveriesPageSize = 20;
/** Failed deliveries that one call sends again. */
export const webhookReplayMax = 5_000;

/** How long calls of keys are in the log of requests. */
export const requestRetentionDays = 30;
export const requestsPageSize = 50;
