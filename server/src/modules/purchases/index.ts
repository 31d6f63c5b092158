export { labelHashesOf, openLabel, sealLabel, searchHashesOf } from "./labels/sealed-labels.ts";
export { deleteLabel, deleteLabelsOfAccount, findLabelledPurchases, insertLabels, storeLabel } from "./labels/store.ts";
export { purchaseRetentionRules } from "./retention-rules.ts";
export { abandonOpenQuotes, clearClickIds, findPendingItems, type PendingItems } from "./account-closure.ts";
export { purchasesSection } from "./export-section.ts";
export {
  abandonExpiredQuotes,
  abandonPurchase,
  findLastPaidPurchase,
  findPurchase,
  findUnpaidPurchase,
  type Purchase,
  insertFileItems,
  insertPurchase,
  purchaseHasReference,
} from "./store.ts";
export {
  beginOwnerItem,
  canActOnItem,
  markAwaitingConsent,
  closeItem,
  deliverItems,
  findItem,
  findLastItemId,
  findSale,
  isPaidItem,
  type Item,
  findItemsOfPurchase,
  type Sale,
  findStaleLookups,
} from "./item-store.ts";
export { abandonWaitingPurchase, awaitApproval, findReachedCap, repricePurchase } from "./approval-store.ts";
export { isLookupUnfinished, itemsView, labelsView, purchasesView } from "./read-views.ts";
export {
  countOpenQuotes,
  findItemForOperator,
  findItemsOfAccount,
  findPurchaseForOperator,
  findRunningItems,
  type OperatorItem,
} from "./operator-queries.ts";
