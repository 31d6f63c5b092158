/** Messages of the developer platform. */
export const keyInvalidTitle = "This API key is not valid";
export const keyInvalid =
  "The key in the Authorization header does not exist. Check that it was copied completely, and try again.";
export const keyEnded =
  "This key has ended, or its creator can no longer use it. Nothing was charged. Create or roll a key under Developers.";
export const scopeMissing = "This key needs the scope {scope} for this call. Nothing was charged.";
export const scopeMissingNone = "none: no key may make this call";
export const addressNotAllowed = "This key works only from the addresses that are set for it. Nothing was charged.";
export const secretInAddress =
  "A key was sent in the address of a call. Addresses are stored in logs, so the key has ended. Nothing was charged. Create a new key and send it in the Authorization header.";
export const unknownVersion =
  "The header {header} names no version of the API. Send one of these: {versions}. Nothing was charged.";
export const versionEnded =
  "Version {version} of the API has ended. Send {header} with one of these: {versions}, or choose one under Developers. Nothing was charged.";
export const versionUnknown = "Choose a version that works.";
export const proofNeeded = "Confirm your password or passkey to continue.";
export const keyLimit = "There can be {most} active keys per mode. End one that you no longer need.";
export const scopeNotHeld = "Your own roles do not include what the scope {scope} allows.";
export const modeNotOffered = "Test mode is not available here.";
export const scopeUnknown = "This scope does not exist.";
export const scopesRequired = "Choose at least one scope.";
export const keyNameRequired = "Enter a name, such as the system that will use the key.";
export const keyDaysInvalid = "A key lasts 7 to 365 days.";
export const rollHoursInvalid = "Enter 0 to 168 hours.";
export const networkInvalid = "Enter addresses or ranges such as 203.0.113.0/24.";
export const networksTooMany = "Enter at most 20 ranges.";

/** Texts about webhooks. */
export const webhookUrlInvalid = "Enter an address that begins with https://, without a user name or password.";
export const webhookUrlTooLong = "Enter an address of at most 500 characters.";
export const webhookPortInvalid = "Use port 443 or 8443.";
export const webhookEventsRequired = "Choose at least one event.";
export const addressNotPublic = "This address is not on the public internet. Enter one that our servers can reach.";
export const endpointLimit = "You have {most} endpoints, which is the most. Delete one first.";
export const webhookDisabled = "This endpoint is disabled. Enable it first.";
export const webhookSecretHint = 'There is no "v1," before the secret.';
export const webhookSecretOnce = "Copy it now. We do not show it again.";
