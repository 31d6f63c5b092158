export { notificationJobs, NotSentYet } from "./jobs.ts";
export { noticeIdOf } from "./notice-store.ts";
export { type Notice, notify } from "./notify.ts";
export { noteDelivery, queueMessage, type Message } from "./outbox.ts";
export { messagesAmong, messagesOfRequest } from "./store.ts";
export {
  accountCodeWords,
  consentReceiptWords,
  consentRequestWords,
  consentTextVersion,
  emailConfirmWords,
  knownEmailWords,
  passwordResetWords,
  refundWords,
  replyHelpWords,
  type SignInChange,
  signInChangeWords,
} from "./templates.ts";
