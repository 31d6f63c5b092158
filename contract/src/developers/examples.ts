import type { SentInputOf } from "../operation.ts";
import type { operations } from "../operations.ts";

/**
 * The inputs of the samples in the documentation, for each operation that a key may make [DP-20]. `$NAME` is a value
 * that an earlier call returned.
 */

type Operations = typeof operations;
type Examples = { readonly [Name in keyof Operations]?: SentInputOf<Operations[Name]> };

export const callExamples = {
  sources: {},
  servicePrices: {},
  purchaseLimits: { searches: [{ type: "rc", options: [], records: 1 }], currency: "NGN" },
  quote: { rc: "RC 123456", currency: "NGN" },
  readTestMode: {},

  createSession: { rc: "RC 123456", currency: "NGN" },
  walletPayment: { sessionCode: "$SESSION_CODE", transactionID: "$TRANSACTION_ID", amount: "$AMOUNT" },
  submit: { sessionCode: "$SESSION_CODE" },
  labelRequest: { requestId: "$REQUEST_ID", label: "Supplier 17" },
  cancelRequest: { id: "$REQUEST_ID" },
  remindSubject: { id: "$REQUEST_ID" },
  askGuardian: { requestId: "$REQUEST_ID", relation: "parent" },
  askPlateOwner: { requestId: "$REQUEST_ID", purpose: { code: "sale" } },
  decideTestConsent: { requestId: "$REQUEST_ID", decision: "granted" },
  replyToTestMessage: { id: "$MESSAGE_ID", text: "YES" },

  readSession: { sessionCode: "$SESSION_CODE" },
  checkConsent: { id: "$REQUEST_ID" },
  history: { size: 20 },
  searchHistory: { q: "Supplier" },
  testInbox: {},
  readStakeholders: { business: { requestId: "$REQUEST_ID", cacId: "$CAC_ID" } },
  completeStakeholders: { business: { requestId: "$REQUEST_ID", cacId: "$CAC_ID" } },

  listBulk: {},
  readBulk: { uploadId: "$UPLOAD_ID" },
  listBulkLines: { uploadId: "$UPLOAD_ID" },
  readBulkReminders: { uploadId: "$UPLOAD_ID" },
  remindBulk: { uploadId: "$UPLOAD_ID" },
  skipBadLines: { uploadId: "$UPLOAD_ID" },
  stopBulk: { uploadId: "$UPLOAD_ID" },
  resumeBulk: { uploadId: "$UPLOAD_ID" },

  profile: {},
  paymentHistory: { size: 20 },
  searchTransactions: { q: "Supplier" },
  checkPayment: { transactionRef: "$PAYMENT" },

  webhookEndpoints: {},
  createWebhook: { url: "https://hooks.example.com/idanimo", events: ["request.decided", "request.closed"] },
  changeWebhook: { id: "$ENDPOINT_ID", events: ["request.closed"] },
  testWebhook: { id: "$ENDPOINT_ID" },
  webhookDeliveries: { id: "$ENDPOINT_ID" },
  replayWebhook: { id: "$ENDPOINT_ID", failedSince: "2026-11-27T00:00:00Z" },
  rotateWebhookSecret: { id: "$ENDPOINT_ID" },
  deleteWebhook: { id: "$ENDPOINT_ID" },
} as const satisfies Examples;

export type DocumentedCall = keyof typeof callExamples;
