export { keepPush } from "./devices.ts";
export { notificationJobs } from "./jobs.ts";
export { NotSentYet } from "./not-sent-yet.ts";
export { noticeIdOf } from "./notice-store.ts";
export { dropPushOf } from "./push-store.ts";
export { noticeRoutes } from "./routes.ts";
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
  type ReceiptTold,
  receiptWords,
  passwordResetWords,
  refundWords,
  replyHelpWords,
  type SignInChange,
  signInChangeWords,
} from "./templates.ts";
