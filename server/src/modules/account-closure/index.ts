export { destroyClosedAccountKey } from "./close-account.ts";
export {
  claimPayOut,
  findUnpaidPayOut,
  findUnpaidPayOuts,
  isPaidOut,
  markPaidOut,
  releasePayOut,
  unsealBankAccount,
} from "./pay-outs.ts";
export { recloseAccount } from "./reclose-account.ts";
export { accountClosureRoutes } from "./routes.ts";
