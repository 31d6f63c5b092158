export type { Order, Orders, PaymentDeps } from "./deps.ts";
export { transactionsCsvRoutes } from "./transactions/csv-routes.ts";
export { paymentOutcomes } from "./payment-outcomes.ts";
export { requestRefund, confirmRefund, cancelRefund, findRefund, findPendingRefunds } from "./operator-refunds.ts";
export { paymentJobs } from "./jobs.ts";
export { reconciliationJobs } from "./reconciliation/jobs.ts";
export { type ReconciliationReport, reconcileDay, type ReconciliationDeps } from "./reconciliation/reconcile-day.ts";
export {
  findDifference,
  findProviderListRows,
  findOpenDifferences,
  findReconciledDays,
} from "./reconciliation/operator-queries.ts";
export { findDueDays, hasDayEnded } from "./reconciliation/store.ts";
export { formatAccountingAmount, accountLinesOf } from "./accounting-report/report-document.ts";
export { writeAccountingReport } from "./accounting-report/write-report.ts";
export { receiptRoutes } from "./receipts/routes.ts";
export { paymentsSection } from "./export-section.ts";
export {
  claimPayOut,
  findUnpaidPayOut,
  findUnpaidPayOuts,
  insertPayOut,
  isPaidOut,
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
export { findPaymentForOperator } from "./operator-queries.ts";
