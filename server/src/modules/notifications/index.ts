export {
  alreadyGrantedMessage,
  consentReceiptMessage,
  consentRequestMessage,
  lateReplyMessage,
  replyHelpMessage,
  type RequestFacts,
  startMessage,
  stopMessage,
  whoAsksMessage,
  whoSeesMessage,
} from "./consent-messages.ts";
export { type SmsLanguage, smsLanguageOf } from "./consent-sms-copy.ts";
export { noticeExportSections } from "./export-sections.ts";
export { breachMessage } from "./breach-message.ts";
export { operatorEvent, type OperatorEvent, operatorEventMessage } from "./operator-message.ts";
export { findSentMessageIds } from "./owner-messages.ts";
export { registerPushSubscription } from "./push-devices.ts";
export { notificationJobs } from "./jobs.ts";
export { SendRetryLater } from "./retry-later.ts";
export { deleteNoticesOfOwner, findNoticeContent, findNoticeIdByKey, unreadNoticesSql } from "./notice-store.ts";
export { deleteDevicesOfSignIns } from "./push-store.ts";
export { noticeRoutes } from "./routes.ts";
export { type Notice, notify, notifyAll } from "./notify.ts";
export { recordDeliveryReceipts, queueMessage, queueMessages, type Message } from "./outbox.ts";
export {
  findExistingMessageIds,
  findMessagesByRequest,
  hasConsentMessage,
  oldestWaitingMessage,
  purge,
  type RequestMessage,
} from "./store.ts";
export { caseAnsweredMessage, caseReadMessage, subjectCodeMessage } from "./subject-messages.ts";
export {
  accountClosedMessage,
  approvalRequestedMessage,
  accountCodeMessage,
  consentTextVersion,
  directoryAccountMessage,
  emailConfirmMessage,
  idleMemberMessage,
  invitationMessage,
  knownEmailMessage,
  noticeMessage,
  organisationClosedMessage,
  organisationClosingMessage,
  type ReceiptFacts,
  receiptMessage,
  passwordResetMessage,
  refundMessage,
  scimTokenEndingMessage,
  type SignInChange,
  signInChangeMessage,
} from "./templates.ts";
export { notificationRetentionRules } from "./retention-rules.ts";
export { findMessagesOfAccount, findNewestConfirmation, findUnsentMessages } from "./operator-queries.ts";
