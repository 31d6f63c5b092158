import { profile } from "@idanimo/contract/accounts";
import { type Money, money, textFromMinor } from "@idanimo/contract/money";
import { type PriceList, priceListFrom, servicePrices } from "@idanimo/contract/pricing";
import { type CompanyChoice, completeStakeholders, readStakeholders } from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import { history } from "@idanimo/contract/verification";
import { checkPayment, paymentHistory, walletPayment } from "@idanimo/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { tellBalanceChanged } from "../../lib/balance-news.ts";
import { call, type Problem } from "../../lib/call.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { queryOf } from "../../lib/query.ts";
import { useProblem } from "../../ui/Problems.tsx";
import { openPaymentPage } from "../payment/open-payment-page.ts";
import type { PaymentEnd } from "../payment/frame.ts";
import { isNoAnswer, type PaymentRefused, type PayMethod, payMethods, refusedAtProvider } from "../payment/rules.ts";
import { type Failure, failureOf, newReference, priceIn, type Told, walletStep } from "./rules.ts";

/** What is about to be paid: exactly what was shown. */
export type Payment = {
  readonly method: PayMethod;
  readonly due: Money;
  /** The person said that the wallet's currency is taken though the result was bought in the other one. */
  readonly isChanged: boolean;
};

export type Phase =
  | { readonly kind: "idle" | "choosing" | "checking_profile" | "paying" | "completing" }
  | { readonly kind: "ask_currency" | "balance_low"; readonly wallet: Money; readonly due: Money }
  | { readonly kind: "price_changed"; readonly payment: Payment }
  | { readonly kind: "no_answer"; readonly payment: Payment; readonly words: string }
  | { readonly kind: "framed"; readonly link: string; readonly txRef: string }
  | { readonly kind: "payment_refused"; readonly refused: PaymentRefused }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "not_fetched"; readonly problem: Problem };

export type Buying = {
  readonly phase: Phase;
  /** Reference of a payment whose page was left before the provider decided: the look-up begins by itself when it does. */
  readonly undecided: string | undefined;
  /** The provider has decided about it. */
  readonly hearDecision: () => Promise<void>;
  readonly choose: () => void;
  readonly start: (method: PayMethod) => Promise<void>;
  /** Continue of the currency warning. */
  readonly takeWalletCurrency: () => Promise<void>;
  readonly pay: (payment: Payment) => Promise<void>;
  /** The money is counted: waits for what is found. */
  readonly finish: () => Promise<void>;
  readonly refuseAtProvider: (processorResponse: string | null) => void;
  readonly leaveFrame: (end: PaymentEnd) => void;
  readonly stop: () => void;
  /** Loads the page again, which goes on from where the server is. */
  readonly reload: () => void;
};

type Options = {
  readonly company: CompanyChoice;
  /** What the company's result was bought in. */
  readonly bought: Money["currency"];
  readonly prices: PriceList | undefined;
};

/** The way from the Lookup Stakeholder button to what was found. The server decides each step. Source: RESULT-BUSINESS-11 to 16. */
export function useLookUp({ company, bought, prices }: Options): Buying {
  const client = useQueryClient();
  const showProblem = useProblem();
  const [phase, setPhase] = useState<Phase>({ kind: "idle" });
  const [undecided, setUndecided] = useState<string>();
  // the same press asked again after silence carries the same key and reference; a press after an answer carries new ones
  const attempt = useRef<{ readonly key: string; readonly transactionID: string }>(undefined);

  const readKey = queryOf(readStakeholders, { business: company }).queryKey;
  const stop = () => setPhase({ kind: "idle" });
  const refuse = (problem: Problem) => {
    stop();
    showProblem(problem);
  };
  const refusePayment = (refused: PaymentRefused) => setPhase({ kind: "payment_refused", refused });
  const knownProfile = () => client.getQueryData(queryOf(profile, {}).queryKey);
  const freshProfile = () => client.fetchQuery({ ...queryOf(profile, {}), staleTime: 0 }).catch(() => undefined);

  async function start(method: PayMethod) {
    if (!prices) return;
    if (method === payMethods.instant) return pay({ method, due: priceIn(prices, bought).total, isChanged: false });
    await startFromWallet(prices, false);
  }
  async function takeWalletCurrency() {
    if (prices) await startFromWallet(prices, true);
  }

  async function startFromWallet(list: PriceList, mayChange: boolean) {
    setPhase({ kind: "checking_profile" });
    const user = await freshProfile();
    const method = payMethods.wallet;
    // without a profile the server alone decides
    if (!user) return pay({ method, due: priceIn(list, bought).total, isChanged: false });
    const next = walletStep(money(user.currency, user.walletBalance), bought, list, mayChange);
    if (next.step === "pay") await pay({ method, due: next.due, isChanged: next.due.currency !== bought });
    else setPhase({ kind: next.step, wallet: next.wallet, due: next.due });
  }

  async function pay(payment: Payment) {
    setPhase({ kind: "paying" });
    if (payment.method === payMethods.wallet) await payFromWallet(payment);
    else await openFrame(payment);
  }

  async function payFromWallet(payment: Payment) {
    attempt.current ??= {
      key: crypto.randomUUID(),
      transactionID: newReference(crypto.getRandomValues(new Uint8Array(14))),
    };
    const { key, transactionID } = attempt.current;
    const answer = await call(
      walletPayment,
      {
        type: "STAKEHOLDERS",
        stakeHolders: "STAKEHOLDERS",
        ...company,
        transactionID,
        amount: textFromMinor(payment.due.minor),
        userNIN: knownProfile()?.nin ?? "",
        ...(payment.isChanged && { acceptWalletCurrency: true }),
      },
      { idempotencyKey: key },
    );
    if (!answer.ok && isNoAnswer(answer.problem.code))
      return setPhase({ kind: "no_answer", payment, words: answer.problem.message });
    attempt.current = undefined;
    if (!answer.ok) return refusedPayment(answer.problem, payment, "Payment Failed");
    tellBalanceChanged();
    await finish();
  }

  async function openFrame(payment: Payment) {
    const userEmail = knownProfile()?.email;
    const answer = await openPaymentPage({
      type: "STAKEHOLDERS",
      stakeHolders: "STAKEHOLDERS",
      ...company,
      amount: textFromMinor(payment.due.minor),
      currency: payment.due.currency,
      country: "NG",
      description: texts.wizardTitle,
      payment_method: "card,mobilemoney,ussd",
      ...(userEmail !== undefined && { userEmail }),
    });
    if (answer.ok) setPhase({ kind: "framed", ...answer.value });
    else await refusedPayment(answer.problem, payment, texts.errorTitle);
  }

  /** @param title over a refusal about which nothing else can be done here */
  async function refusedPayment(problem: Problem, payment: Payment, title: string) {
    switch (problem.code) {
      case "already_paid":
        return finish();
      case "wallet_balance_low":
      case "currency_mismatch": {
        const user = await freshProfile();
        if (!user || !prices) return refuse(problem);
        const wallet = money(user.currency, user.walletBalance);
        if (problem.code === "wallet_balance_low") return setPhase({ kind: "balance_low", wallet, due: payment.due });
        return setPhase({ kind: "ask_currency", wallet, due: priceIn(prices, wallet.currency).total });
      }
      case "amount_mismatch": {
        const fresh = await client.fetchQuery({ ...queryOf(servicePrices, {}), staleTime: 0 }).catch(() => undefined);
        const due = fresh && priceIn(priceListFrom(fresh), payment.due.currency).total;
        // the same price as before is no answer to the question what it is now
        if (!due || due.minor === payment.due.minor) return refuse(problem);
        return setPhase({ kind: "price_changed", payment: { ...payment, due } });
      }
      case "quote_ended":
      case "not_offered":
      case "source_down":
      case "not_signed_in":
      case "email_not_confirmed":
        return refuse(problem);
      default:
        return refusePayment({ title, words: wordsOf(problem) });
    }
  }

  async function hearDecision() {
    if (undecided === undefined) return;
    const answer = await call(checkPayment, { transactionRef: undecided });
    if (!answer.ok || answer.value.data.status === "pending") return;
    if (answer.value.data.status === "successful") await finish();
    else setUndecided(undefined);
  }

  async function finish() {
    setUndecided(undefined);
    setPhase({ kind: "completing" });
    for (const path of [profile.path, history.path, paymentHistory.path])
      void client.invalidateQueries({ queryKey: [path] });
    const answer = await call(completeStakeholders, { business: company });
    if (!answer.ok) return setPhase({ kind: "not_fetched", problem: answer.problem });
    client.setQueryData(readKey, answer.value);
    tell(answer.value.data.business);
  }

  function tell(told: Told) {
    const failure = failureOf(told);
    if (failure) setPhase({ kind: "failed", failure });
    else stop();
  }

  return {
    phase,
    undecided,
    hearDecision,
    choose: () => setPhase({ kind: "choosing" }),
    start,
    takeWalletCurrency,
    pay,
    finish,
    refuseAtProvider: (said) => refusePayment(refusedAtProvider(said)),
    leaveFrame: (end) => {
      if (phase.kind === "framed" && end === "undecided") setUndecided(phase.txRef);
      stop();
      void client.invalidateQueries({ queryKey: readKey });
    },
    stop,
    reload: () => location.reload(),
  };
}
