export { noticeExportSections } from "./export-sections.ts";
export { breachSentenceMaxLength, breachMessage } from "./breach-message.ts";
export { registerPushSubscription } from "./push-devices.ts";
export { notificationJobs } from "./jobs.ts";
export { SendRetryLater } from "./retry-later.ts";
export { findNoticeIdByKey } from "./notice-store.ts";
export { deleteDevicesOfSignIns } from "./push-store.ts";
export { noticeRoutes } from "./routes.ts";
export { type Notice, notify, notifyAll } from "./notify.ts";
export { recordDeliveryReceipts, queueMessage, queueMessages, type Message } from "./outbox.ts";
export { findExistingMessageIds, findMessagesByRequest, type RequestMessage } from "./store.ts";
export { caseAnsweredMessage, caseReadMessage, subjectCodeMessage } from "./subject-messages.ts";
export {
  accountClosedMessage,
  accountCodeMessage,
  consentReceiptMessage,
  consentRequestMessage,
  consentTextVersion,
  emailConfirmMessage,
  knownEmailMessage,
  lateReplyMessage,
  type ReceiptFacts,
  receiptMessage,
  passwordResetMessage,
  refundMessage,
  replyHelpMessage,
  type SignInChange,
  signInChangeMessage,
} from "./templates.ts";
