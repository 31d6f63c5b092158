export { emptyWallets, lockWallets } from "./account-closure.ts";
export { walletSections } from "./export-sections.ts";
export { debitWallet, formatDecimal } from "./rules.ts";
