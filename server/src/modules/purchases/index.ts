export { labelHashesOf, openLabel, sealLabel, searchHashesOf } from "./labels/sealed-labels.ts";
export { deleteLabel, deleteLabelsOfAccount, findLabelledPurchases, insertLabels, storeLabel } from "./labels/store.ts";
export { purchaseRetentionRules } from "./retention-rules.ts";
export { abandonOpenQuotes, clearClickIds, findPendingItems, type PendingItems } from "./account-closure.ts";
export { purchasesSection } from "./export-section.ts";
export {
  abandonExpiredQuotes,
  abandonPurchase,
  beginOwnerItem,
  canActOnItem,
  markAwaitingConsent,
  closeItem,
  deliverItems,
  findItem,
  findLastItemId,
  findLastPaidPurchase,
  findPurchase,
  findSale,
  insertFileItems,
  insertPurchase,
  isPaidItem,
  type Item,
  findItemsOfPurchase,
  purchaseHasReference,
  type Sale,
  findStaleLookups,
} from "./store.ts";
export { isLookupUnfinished, itemsView, labelsView, purchasesView } from "./read-views.ts";
