export { debitWallet } from "./rules.ts";
