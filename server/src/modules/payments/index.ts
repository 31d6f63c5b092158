export type { Order, Orders, PaymentDeps } from "./deps.ts";
export { transactionsCsvRoutes } from "./exports/routes.ts";
export { paymentJobs } from "./jobs.ts";
export { receiptRoutes } from "./receipts/routes.ts";
export { newReference } from "./reference.ts";
export { paymentRoutes } from "./routes.ts";
export { statementRoutes } from "./statement/routes.ts";
export {
  abandonPurchase,
  closeItem,
  findItem,
  findPurchase,
  findSale,
  insertLines,
  insertPurchase,
  isReferenceTaken,
  type Item,
  itemsOf,
  markAsked,
  type Sale,
  staleLookUps,
} from "./store.ts";
