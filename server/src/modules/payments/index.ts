export type { Order, Orders, PaymentDeps } from "./deps.ts";
export { transactionsCsvRoutes } from "./exports/routes.ts";
export { paymentOutcomes } from "./outcomes.ts";
export { askRefund, confirmRefund, dropRefund, findRefund, waitingRefunds } from "./operator-refunds.ts";
export { paymentJobs } from "./jobs.ts";
export { reconcileJobs } from "./reconcile-day/jobs.ts";
export { type DayReport, reconcileDay, type ReconcileDeps } from "./reconcile-day/reconcile-day.ts";
export { differenceAbout, listedRows, openDifferences, reconciledDays } from "./reconcile-day/read.ts";
export { dueDays, hasEnded } from "./reconcile-day/store.ts";
export { accountantsAmount, booksLine } from "./report/paper.ts";
export { writeBooks } from "./report/write-books.ts";
export { receiptRoutes } from "./receipts/routes.ts";
export { moneyParts } from "./export-parts.ts";
export { abandonQuotes, emptyWallets, forgetClicks, holdWallets, type Work, workUnderWay } from "./leaving.ts";
export { findPaymentOf } from "./payment-store.ts";
export { wordOf } from "./rules.ts";
export { newReference } from "./reference.ts";
export { paymentRoutes } from "./routes.ts";
export { statementRoutes } from "./statement/routes.ts";
export {
  abandonPurchase,
  askItems,
  closeItem,
  deliverItems,
  findItem,
  findPurchase,
  findSale,
  insertLines,
  insertPurchase,
  isReferenceTaken,
  type Item,
  itemsOf,
  type Sale,
  staleLookUps,
} from "./store.ts";
