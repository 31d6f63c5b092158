export { payFrom } from "./rules.ts";
export { findWallets, type Wallets } from "./store.ts";
