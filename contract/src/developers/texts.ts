/** Texts about webhooks. */
export const webhookUrlInvalid = "Enter an address that begins with https://, without a user name or password.";
export const webhookUrlTooLong = "Enter an address of at most 500 characters.";
export const webhookPortInvalid = "Use port 443 or 8443.";
export const webhookEventsRequired = "Choose at least one event.";
export const addressNotPublic = "This address is not on the public internet. Enter one that our servers can reach.";
export const endpointLimit = "You have {most} endpoints, which is the most. Delete one first.";
export const webhookDisabled = "This endpoint is disabled. Enable it first.";
export const webhookSecretHint = "There is no v1, before the secret.";
export const webhookSecretOnce = "Copy it now. We do not show it again.";
