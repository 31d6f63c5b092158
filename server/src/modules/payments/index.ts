export type { PaymentDeps } from "./deps.ts";
export { paymentJobs } from "./jobs.ts";
export { newReference } from "./reference.ts";
export { paymentRoutes } from "./routes.ts";
export {
  closeItem,
  findItem,
  findPurchase,
  insertPurchase,
  type Item,
  itemsOf,
  markAsked,
  type Purchase,
  staleLookUps,
} from "./store.ts";
