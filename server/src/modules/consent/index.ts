export { deleteBlocks, findBlocks, importBlocks, insertBlocks, type SubjectBlock } from "./block-store.ts";
export { findClosedRequesterNames, purgeClosedRequesters, storeClosedRequester } from "./closed-requesters.ts";
export {
  type Contact,
  linkTokenFor,
  openDeliveryDetails,
  openNote,
  sealNote,
  sealQuestion,
  selectContact,
} from "./contact.ts";
export type { ConsentDeps, RecordViews, SubjectAnswer } from "./deps.ts";
export { questionOf } from "./request-facts.ts";
export { openExpectedName, sealExpectedName } from "./expected-name.ts";
export { consentJobs } from "./jobs.ts";
export { type DecisionFacts, findEvidence } from "./evidence-store.ts";
export { type Language, languageName, languages, offeredLanguages, parseLanguage } from "./language.ts";
export { purposeTexts } from "./purpose-texts.ts";

export { consentRoutes } from "./routes.ts";
export { isSameContact, reminderPossibleAt, visiblePeriod, wasMessageSent } from "./rules.ts";
export {
  type Consent,
  deleteUnaskedConsent,
  findConsent,
  findConsentByToken,
  findOpenConsents,
  findConsents,
  insertConsent,
  insertConsents,
  type LinkedConsent,
  transitionConsent,
} from "./store.ts";
export {
  contactHashesOf,
  contactKindOf,
  findContactHash,
  findContactOfRequest,
  hashesOfContact,
  lockSubjects,
  type VerifiedContact,
} from "./subject-store.ts";
export {
  countDeniedRequests,
  findPurgeTime,
  findRequesterId,
  findRequestEvents,
  findRequestIdsInState,
  findSubjectRequests,
  type RequestEvent,
  type RequestFilter,
  type SubjectRequest,
} from "./subject-request-store.ts";
export { terminateRequesterConsents } from "./terminate-requester-consents.ts";
export {
  decideConsent,
  destroyUnsentReceiptKeys,
  endForWrongPerson,
  prepareReceipt,
  withdrawConsent,
} from "./use-cases/decide.ts";
export { sendReminder } from "./use-cases/remind-subject.ts";
export { updateEscalations } from "./use-cases/escalate.ts";
export { requestConsents, type ConsentRequest } from "./use-cases/request-consents.ts";
export { deleteExpiredLinks, isConsentPending, oldestOverdueConsent, purge } from "./purge-store.ts";
export { consentRetentionRules } from "./retention-rules.ts";
export { consentCounts, firstConsentAt } from "./transparency.ts";
export { consentsView, subjectIndexView } from "./read-views.ts";
export { findConsentSteps } from "./operator-queries.ts";
