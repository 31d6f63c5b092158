export { noticeParts } from "./export-parts.ts";
export { breachSentenceMaxLength, breachWords } from "./breach-words.ts";
export { keepPush } from "./devices.ts";
export { notificationJobs } from "./jobs.ts";
export { NotSentYet } from "./not-sent-yet.ts";
export { noticeIdOf } from "./notice-store.ts";
export { dropPushOf } from "./push-store.ts";
export { noticeRoutes } from "./routes.ts";
export { type Notice, notify, notifyAll } from "./notify.ts";
export { noteDeliveries, queueMessage, queueMessages, type Message } from "./outbox.ts";
export { messagesAmong, messagesOfRequests, type RequestMessage } from "./store.ts";
export { caseAnsweredWords, caseReadWords, subjectCodeWords } from "./subject-words.ts";
export {
  accountClosedWords,
  accountCodeWords,
  consentReceiptWords,
  consentRequestWords,
  consentTextVersion,
  emailConfirmWords,
  knownEmailWords,
  lateReplyWords,
  type ReceiptTold,
  receiptWords,
  passwordResetWords,
  refundWords,
  replyHelpWords,
  type SignInChange,
  signInChangeWords,
} from "./templates.ts";
