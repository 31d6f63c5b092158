import * as accounts from "./accounts.ts";
import type { Operation } from "./operation.ts";
import { servicePrices } from "./pricing.ts";
import * as verification from "./verification.ts";
import * as wallet from "./wallet.ts";

/** Every operation of the API by name, for the API description and the tests that walk all of them. */
export const operations = {
  registration: accounts.registration,
  activation: accounts.activation,
  activationByAddress: accounts.activationByAddress,
  resendCode: accounts.resendCode,
  captchaChallenge: accounts.captchaChallenge,
  login: accounts.login,
  logout: accounts.logout,
  profile: accounts.profile,
  keepSession: accounts.keepSession,
  clientAddress: accounts.clientAddress,
  servicePrices,
  walletPayment: wallet.walletPayment,
  startPayment: wallet.startPayment,
  checkPayment: wallet.checkPayment,
  paymentHistory: wallet.paymentHistory,
  quote: verification.quote,
  createSession: verification.createSession,
  readSession: verification.readSession,
  sources: verification.sources,
  submit: verification.submit,
  checkConsent: verification.checkConsent,
  history: verification.history,
} as const satisfies Record<string, Operation>;
