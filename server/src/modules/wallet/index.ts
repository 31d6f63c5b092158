export { adjustWallet } from "./adjust-wallet.ts";
export { emptyWallets, lockWallets } from "./account-closure.ts";
export { walletSections } from "./export-sections.ts";
export { walletBalanceSql } from "./read-views.ts";
export { debitWallet, formatDecimal } from "./rules.ts";
export { ledgerAccountsView, ledgerTransfersView } from "./read-views.ts";
export { findTransferAmount, findWalletBalance, openWallets } from "./store.ts";
