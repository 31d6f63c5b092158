export { notificationJobs, NotSentYet, sendMessage, sweepMessages, type MessageJobDeps } from "./jobs.ts";
export { noteDelivery, queueMessage, type Message } from "./outbox.ts";
export type { MessageKind } from "./rules.ts";
export { messageStates, messageTransitions, type MessageState } from "./states.ts";
export { messagesOfRequest, type NotedDelivery, type RequestMessage } from "./store.ts";
export {
  accountCodeWords,
  consentReceiptWords,
  consentRequestWords,
  consentTextVersion,
  knownEmailWords,
  refundWords,
  replyHelpWords,
  type ConsentAsked,
  type MailWords,
} from "./templates.ts";
