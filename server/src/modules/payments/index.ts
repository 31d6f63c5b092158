export type { Order, Orders, PaymentDeps } from "./deps.ts";
export { transactionsCsvRoutes } from "./transactions/csv-routes.ts";
export { paymentOutcomes } from "./payment-outcomes.ts";
export {
  requestRefund,
  confirmRefund,
  refundAlone,
  type SingleRefundOutcome,
  cancelRefund,
  findRefund,
} from "./operator-refunds.ts";
export { paymentJobs } from "./jobs.ts";
export { reconciliationJobs } from "./reconciliation/jobs.ts";
export { type ReconciliationReport, reconcileDay, type ReconciliationDeps } from "./reconciliation/reconcile-day.ts";
export {
  findDifference,
  findDifferencePage,
  findProviderListRows,
  findOpenDifferences,
  findReconciledDays,
  findReconciledDaysBefore,
} from "./reconciliation/operator-queries.ts";
export { findDueDays, hasDayEnded } from "./reconciliation/store.ts";
export {
  accountLinesOf,
  buildReportDocument,
  formatAccountingAmount,
  movementNames,
  offLedgerNames,
} from "./accounting-report/report-document.ts";
export { findImbalances } from "./accounting-report/rules.ts";
export { readAccountingReport } from "./accounting-report/store.ts";
export {
  accountsCsv,
  movementsCsv,
  streamAccountDetails,
  writeAccountingReport,
} from "./accounting-report/write-report.ts";
export { receiptRoutes } from "./receipts/routes.ts";
export { paymentsSection } from "./export-section.ts";
export {
  claimPayOut,
  countUnpaidPayOuts,
  destroyPayOutKey,
  findPayOutPage,
  findUnpaidPayOut,
  findUnpaidPayOuts,
  insertPayOut,
  isSameOperator,
  markPaidOut,
  releasePayOut,
  unsealBankAccount,
} from "./pay-outs.ts";
export { hasPendingPayment } from "./account-closure.ts";
export { findNewestPaymentOfPurchase, findPayment, findPaymentById, isReferenceTaken } from "./store.ts";
export { publicPaymentStatus } from "./rules.ts";
export { generateReference } from "./reference.ts";
export { paymentRoutes } from "./routes.ts";
export { statementRoutes } from "./statement/routes.ts";
export { payApprovedPurchase } from "./approved-purchase.ts";
export { findPaymentForOperator, findPaymentPage, findRefundPage } from "./operator-queries.ts";
