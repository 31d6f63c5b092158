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
