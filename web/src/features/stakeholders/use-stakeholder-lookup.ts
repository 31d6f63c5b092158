import { profile } from "@idanimo/contract/accounts";
import { type Money, money, formatMinor } from "@idanimo/contract/money";
import { type PriceList, priceListFromWire, servicePrices } from "@idanimo/contract/pricing";
import { type CompanyChoice, completeStakeholders, readStakeholders } from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import { history } from "@idanimo/contract/history";
import { checkPayment, paymentHistory, walletPayment } from "@idanimo/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { broadcastBalanceChanged } from "../../lib/balance-broadcast.ts";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { useProblem } from "../../ui/Problems.tsx";
import { openPaymentPage } from "../payment/open-payment-page.ts";
import type { PaymentFrameResult } from "../payment/payment-frame.ts";
import {
  isInconclusive,
  type PaymentFailure,
  type PaymentMethod,
  paymentMethods,
  providerFailureOf,
} from "../payment/rules.ts";
import {
  type LookupFailure,
  lookupFailureOf,
  createReference,
  lookupQuote,
  type CompletedLookup,
  checkWallet,
} from "./rules.ts";

/** The payment to make: exactly the amount that was shown. */
export type LookupPayment = {
  readonly method: PaymentMethod;
  readonly due: Money;
  /** The user agreed to pay in the wallet's currency although the result was bought in the other one. */
  readonly isInWalletCurrency: boolean;
};

export type LookupPhase =
  | { readonly kind: "idle" | "choosing" | "checking_profile" | "paying" | "completing" }
  | { readonly kind: "ask_currency" | "balance_low"; readonly wallet: Money; readonly due: Money }
  | { readonly kind: "price_changed"; readonly payment: LookupPayment }
  | { readonly kind: "no_answer"; readonly payment: LookupPayment; readonly words: string }
  | { readonly kind: "framed"; readonly link: string; readonly txRef: string }
  | { readonly kind: "payment_refused"; readonly refused: PaymentFailure }
  | { readonly kind: "failed"; readonly failure: LookupFailure }
  | { readonly kind: "not_fetched"; readonly problem: Problem };

export type LookupFlow = {
  readonly phase: LookupPhase;
  /**
   * The reference of a payment whose page was closed before the provider decided: the lookup starts when it is
   * paid.
   */
  readonly undecided: string | undefined;
  /** Call it when the provider has decided. */
  readonly recheckPayment: () => Promise<void>;
  readonly chooseMethod: () => void;
  readonly start: (method: PaymentMethod) => Promise<void>;
  /** Continue of the currency warning. */
  readonly payInWalletCurrency: () => Promise<void>;
  readonly pay: (payment: LookupPayment) => Promise<void>;
  /** The payment is credited: waits for the result. */
  readonly completeLookup: () => Promise<void>;
  readonly showProviderFailure: (processorResponse: string | null) => void;
  readonly closePaymentFrame: (end: PaymentFrameResult) => void;
  readonly stop: () => void;
  /** Reloads the page, which continues from the server's state. */
  readonly reload: () => void;
};

type Options = {
  readonly company: CompanyChoice;
  /** The currency of the purchase of the company's result. */
  readonly currency: Money["currency"];
  readonly prices: PriceList | undefined;
};

/**
 * The flow from the Lookup Stakeholder button to the result. The server decides each step [RESULT-BUSINESS-11 to
 * RESULT-BUSINESS-16].
 */
export function useStakeholderLookup({ company, currency, prices }: Options): LookupFlow {
  const client = useQueryClient();
  const showProblem = useProblem();
  const [phase, setPhase] = useState<LookupPhase>({ kind: "idle" });
  const [undecided, setUndecided] = useState<string>();
  // a retry without a response reuses the key and the reference; a new payment after a response gets new ones
  const attempt = useRef<{ readonly key: string; readonly transactionID: string }>(undefined);

  const readKey = operationQuery(readStakeholders, { business: company }).queryKey;
  const stop = () => setPhase({ kind: "idle" });
  const showFailure = (problem: Problem) => {
    stop();
    showProblem(problem);
  };
  const showPaymentFailure = (failure: PaymentFailure) => setPhase({ kind: "payment_refused", refused: failure });
  const cachedProfile = () => client.getQueryData(operationQuery(profile, {}).queryKey);
  const fetchProfile = () => client.fetchQuery({ ...operationQuery(profile, {}), staleTime: 0 }).catch(() => undefined);

  async function start(method: PaymentMethod) {
    if (!prices) return;
    if (method === paymentMethods.instant)
      return pay({ method, due: lookupQuote(prices, currency).total, isInWalletCurrency: false });
    await startFromWallet(prices, false);
  }
  async function payInWalletCurrency() {
    if (prices) await startFromWallet(prices, true);
  }

  async function startFromWallet(list: PriceList, mayChange: boolean) {
    setPhase({ kind: "checking_profile" });
    const user = await fetchProfile();
    const method = paymentMethods.wallet;
    // without a profile only the server decides
    if (!user) return pay({ method, due: lookupQuote(list, currency).total, isInWalletCurrency: false });
    const next = checkWallet(money(user.currency, user.walletBalance), currency, list, mayChange);
    if (next.step === "pay") await pay({ method, due: next.due, isInWalletCurrency: next.due.currency !== currency });
    else setPhase({ kind: next.step, wallet: next.wallet, due: next.due });
  }

  async function pay(payment: LookupPayment) {
    setPhase({ kind: "paying" });
    if (payment.method === paymentMethods.wallet) await payFromWallet(payment);
    else await openPaymentFrame(payment);
  }

  async function payFromWallet(payment: LookupPayment) {
    attempt.current ??= {
      key: crypto.randomUUID(),
      transactionID: createReference(crypto.getRandomValues(new Uint8Array(14))),
    };
    const { key, transactionID } = attempt.current;
    const result = await call(
      walletPayment,
      {
        type: "STAKEHOLDERS",
        stakeHolders: "STAKEHOLDERS",
        ...company,
        transactionID,
        amount: formatMinor(payment.due.minor),
        userNIN: cachedProfile()?.nin ?? "",
        ...(payment.isInWalletCurrency && { acceptWalletCurrency: true }),
      },
      { idempotencyKey: key },
    );
    if (!result.ok && isInconclusive(result.problem.code))
      return setPhase({ kind: "no_answer", payment, words: result.problem.message });
    attempt.current = undefined;
    if (!result.ok) return resolvePaymentProblem(result.problem, payment, "Payment Failed");
    broadcastBalanceChanged();
    await completeLookup();
  }

  async function openPaymentFrame(payment: LookupPayment) {
    const userEmail = cachedProfile()?.email;
    const result = await openPaymentPage({
      type: "STAKEHOLDERS",
      stakeHolders: "STAKEHOLDERS",
      ...company,
      amount: formatMinor(payment.due.minor),
      currency: payment.due.currency,
      country: "NG",
      description: texts.wizardTitle,
      payment_method: "card,mobilemoney,ussd",
      ...(userEmail !== undefined && { userEmail }),
    });
    if (result.ok) setPhase({ kind: "framed", ...result.value });
    else await resolvePaymentProblem(result.problem, payment, texts.errorTitle);
  }

  /** @param title the title of a problem that the user cannot solve here */
  async function resolvePaymentProblem(problem: Problem, payment: LookupPayment, title: string) {
    switch (problem.code) {
      case "already_paid":
        return completeLookup();
      case "wallet_balance_low":
      case "currency_mismatch": {
        const user = await fetchProfile();
        if (!user || !prices) return showFailure(problem);
        const wallet = money(user.currency, user.walletBalance);
        if (problem.code === "wallet_balance_low") return setPhase({ kind: "balance_low", wallet, due: payment.due });
        return setPhase({ kind: "ask_currency", wallet, due: lookupQuote(prices, wallet.currency).total });
      }
      case "amount_mismatch": {
        const fresh = await client
          .fetchQuery({ ...operationQuery(servicePrices, {}), staleTime: 0 })
          .catch(() => undefined);
        const due = fresh && lookupQuote(priceListFromWire(fresh), payment.due.currency).total;
        // the same price as before does not explain the problem
        if (!due || due.minor === payment.due.minor) return showFailure(problem);
        return setPhase({ kind: "price_changed", payment: { ...payment, due } });
      }
      case "quote_ended":
      case "not_offered":
      case "source_down":
      case "not_signed_in":
      case "email_not_confirmed":
        return showFailure(problem);
      default:
        return showPaymentFailure({ title, words: problemMessage(problem) });
    }
  }

  async function recheckPayment() {
    if (undecided === undefined) return;
    const result = await call(checkPayment, { transactionRef: undecided });
    if (!result.ok || result.value.data.status === "pending") return;
    if (result.value.data.status === "successful") await completeLookup();
    else setUndecided(undefined);
  }

  async function completeLookup() {
    setUndecided(undefined);
    setPhase({ kind: "completing" });
    for (const path of [profile.path, history.path, paymentHistory.path])
      void client.invalidateQueries({ queryKey: [path] });
    const result = await call(completeStakeholders, { business: company });
    if (!result.ok) return setPhase({ kind: "not_fetched", problem: result.problem });
    client.setQueryData(readKey, result.value);
    showOutcome(result.value.data.business);
  }

  function showOutcome(lookup: CompletedLookup) {
    const failure = lookupFailureOf(lookup);
    if (failure) setPhase({ kind: "failed", failure });
    else stop();
  }

  return {
    phase,
    undecided,
    recheckPayment,
    chooseMethod: () => setPhase({ kind: "choosing" }),
    start,
    payInWalletCurrency,
    pay,
    completeLookup,
    showProviderFailure: (message) => showPaymentFailure(providerFailureOf(message)),
    closePaymentFrame: (end) => {
      if (phase.kind === "framed" && end === "undecided") setUndecided(phase.txRef);
      stop();
      void client.invalidateQueries({ queryKey: readKey });
    },
    stop,
    reload: () => location.reload(),
  };
}
