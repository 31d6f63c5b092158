/** Messages of the developer platform. */
export const keyInvalidTitle = "This API key is not valid";
export const keyInvalid =
  "The key in the Authorization header does not exist. Check that it was copied completely, and try again.";
export const keyEnded =
  "This key has ended, or its creator can no longer use it. Nothing was charged. Create or roll a key under Developers.";
export const scopeMissing = "This key {lacks}. Nothing was charged.";
export const lacksScope = "needs the scope {scope} for this call";
export const lacksEveryScope = "may not make this call: no key may";
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
export const ownersOnly = "Only an owner of the organisation can do this. Ask one to make the change.";
export const keyHolderLacks =
  "The roles of this member do not include {what}, so they cannot have this key. Change their roles first, or choose another member.";
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
export const webhookEventUnknown = "Choose from these: {events}.";
export const addressNotPublic = "This address is not on the public internet. Enter one that our servers can reach.";
export const endpointLimit = "You have {most} endpoints, which is the most. Delete one first.";
export const webhookDisabled = "This endpoint is disabled. Enable it first.";
export const webhookSecretHint = 'There is no "v1," before the secret.';
export const webhookSecretOnce = "Copy it now. We do not show it again.";

/** Texts about the log of requests. */
export const statusInvalid = "Write a class such as 4xx, or a status such as 404.";
export const routeUnknown = "This route does not exist. Write it as in the documentation, such as /verification/quote.";
export const keyIdInvalid = "Write the id of a key.";
export const requestIdInvalid = "Write a request id as in the header x-request-id of a response.";

/** What codes mean in the log of requests, without the values of the call. */
export const explainUnknown = "The response has this code. Its body says what to do.";
export const explainUnknownAddress =
  "No call of the API has this address and method. Compare both with the documentation.";
export const explainBadInput =
  "The body, the query or a header is not valid, so nothing was done or charged. The member fields of the response has a message for each field.";
export const explainNotFound =
  "Your organisation has nothing with this id or code in this mode. Test keys find only what was made in test mode, live keys only what was made live.";
export const explainUnsupportedMedia =
  "Nothing was done, because the body is not JSON. Send it with the header Content-Type: application/json.";
export const explainTooManyRequests =
  "Too many calls in a short time. Nothing was charged. Wait as many seconds as the header Retry-After says, then send it again.";
export const explainUnexpected =
  "Something went wrong on our side. Send the call again with the same Idempotency-Key. If it fails again, write to us with the request id.";
export const explainScopeMissing = "A key needs the scope {scopes} for this call. Nothing was charged.";
export const explainNoScope = "No key may make this call. A member makes it on a page. Nothing was charged.";
export const explainRightMissing =
  "The roles of the member who created the key do not include this call. Nothing was charged. Ask an owner or admin.";
export const explainNotOffered = "This kind of check is not offered here. Nothing was charged.";
export const explainSourceDown = "The source of this check is down, so it could not be paid. Try again later.";
export const explainNotForThisAccount = "This kind of check is for business accounts. Nothing was charged.";
export const explainBulkTooLong = "The file has too many lines. Nothing was charged. Send it in parts.";
export const explainOrganisationIncomplete =
  "A detail of the organisation is missing under Organisation → Settings. Nothing was charged. An owner or admin can add it.";
export const explainTooManyAlike =
  "Too many similar numbers were checked today. Nothing was charged. Wait as many seconds as the header Retry-After says.";
export const explainEndpointLimit = "The organisation has the most webhook endpoints. Delete one first.";
export const explainSameKeyOtherBody =
  "This Idempotency-Key was used for another body in the last 24 hours. Nothing was charged again. Send a new key with a new request.";
