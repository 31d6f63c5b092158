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
