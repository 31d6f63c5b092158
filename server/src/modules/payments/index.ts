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
  staleLookUps,
} from "./store.ts";
