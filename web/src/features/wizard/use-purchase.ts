import { profile } from "@idanimo/contract/accounts";
import type { SearchType } from "@idanimo/contract/catalogue";
import { type Money, money, textFromMinor } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import { servicePrices } from "@idanimo/contract/pricing";
import * as texts from "@idanimo/contract/texts";
import { type createSession, history, readSession, submit } from "@idanimo/contract/verification";
import { paymentHistory, walletPayment } from "@idanimo/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Answer, call, type Problem } from "../../lib/call.ts";
import { tellBalanceChanged } from "../../lib/balance-news.ts";
import { useLive } from "../../lib/live.ts";
import { go } from "../../lib/place.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { queryOf } from "../../lib/query.ts";
import { storedSessionCode } from "../../lib/storage.ts";
import { useProblem } from "../../ui/Problems.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { keepMethod } from "../payment/kept-method.ts";
import { openPaymentPage } from "../payment/open-payment-page.ts";
import { isNoAnswer, type PaymentRefused, type PayMethod, payMethods, walletFault } from "../payment/rules.ts";
import { type Ending, endingsOf, requestsOf } from "./outcomes.ts";

/** What of a purchase is needed to pay it. */
export type Session = Pick<OutputOf<typeof createSession>, "sessionCode" | "transactionID" | "quote">;

/** Something to be bought, already created at the server or about to be. */
export type Order = {
  readonly types: readonly SearchType[];
  readonly total: Money;
  /** Gives the purchase; creates it where there is none yet for what is asked. */
  readonly open: () => Promise<Answer<Session>>;
  /** The purchase cannot be used any more. */
  readonly forget: () => void;
  readonly method: PayMethod;
};

export type Phase =
  | {
      readonly kind:
        "idle" | "checking_profile" | "disclaimer" | "opening" | "paying" | "submitting" | "currency_mismatch";
    }
  | { readonly kind: "balance_low"; readonly wallet: Money; readonly due: Money }
  | { readonly kind: "price_changed"; readonly session: Session }
  | { readonly kind: "no_answer"; readonly session: Session; readonly words: string }
  | { readonly kind: "framed"; readonly session: Session; readonly link: string; readonly txRef: string }
  | { readonly kind: "payment_refused"; readonly refused: PaymentRefused }
  | { readonly kind: "ended"; readonly endings: readonly Ending[] }
  | { readonly kind: "not_told"; readonly problem: Problem };

export type Purchase = {
  readonly phase: Phase;
  /** Where a bulk file's progress is shown. */
  readonly progressAddress: string | undefined;
  /** The Payment button. */
  readonly start: () => Promise<void>;
  /** Confirm of the disclaimer. */
  readonly confirm: () => Promise<void>;
  readonly pay: (session: Session) => Promise<void>;
  readonly refusePayment: (refused: PaymentRefused) => void;
  /** Waits for the outcomes of what is paid, then goes to the dashboard or tells what failed. */
  readonly finish: (sessionCode: string) => Promise<void>;
  readonly stop: () => void;
  /** The provider's page is left before it said anything. */
  readonly leaveFrame: (session: Session) => void;
  readonly toDashboard: () => void;
  /** Loads the page again, which goes on from where the server is and keeps how it was to be paid. */
  readonly reload: () => void;
  /** The same, when the purchase has been told of to its end. */
  readonly startOver: () => void;
};

/** What the dashboard is told by the wizard: which requests have just been paid for. */
export type JustAsked = { readonly asked: readonly string[]; readonly progressAddress: string | undefined };

type Options = {
  readonly order: Order | undefined;
  /** A bulk file among what is bought; while it runs, its own screen shows how far it is. */
  readonly uploadId: string | undefined;
  /** A purchase of before that may have been paid at the provider meanwhile. */
  readonly unpaid?: Session | undefined;
};

/**
 * The way from the Payment button to the dashboard. The server decides each step; a refusal keeps what was asked, and what is paid
 * goes on without this page. Source: PAY-05 to PAY-21, F-14.
 */
export function usePurchase({ order, uploadId, unpaid: before }: Options): Purchase {
  const client = useQueryClient();
  const showProblem = useProblem();
  const toast = useToast();
  const [phase, setPhase] = useState<Phase>({ kind: "idle" });
  const [unpaid, setUnpaid] = useState(before);
  // the same press asked again after silence carries the same key; a press after an answer carries a new one
  const key = useRef<string>(undefined);
  const asked = useRef<readonly string[]>([]);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const progressAddress = uploadId === undefined ? undefined : `/bulk/${uploadId}`;
  const stop = () => setPhase({ kind: "idle" });
  const refuse = (problem: Problem) => {
    stop();
    showProblem(problem);
  };
  const refusePayment = (refused: PaymentRefused) => setPhase({ kind: "payment_refused", refused });
  const freshProfile = () => client.fetchQuery({ ...queryOf(profile, {}), staleTime: 0 });

  // a provider may say late that it was paid: then the purchase goes on without another press
  useLive({
    active: unpaid !== undefined && phase.kind === "idle",
    onEvent: (event) => {
      if (event.type === "payment_settled") void lookAgain();
    },
    poll: () => void lookAgain(),
  });
  async function lookAgain() {
    if (!unpaid) return;
    const { sessionCode } = unpaid;
    const now = await call(readSession, { sessionCode });
    if (!now.ok || now.value.state === "abandoned") return;
    if (now.value.state !== "initiated") return finish(sessionCode);
    // its payment may have been declined meanwhile, or another amount may have come
    client.setQueryData(queryOf(readSession, { sessionCode }).queryKey, now.value);
  }

  async function start() {
    if (!order || phase.kind !== "idle") return;
    setPhase({ kind: "checking_profile" });
    const user = await freshProfile().catch(() => undefined);
    const wallet = user && money(user.currency, user.walletBalance);
    const fault = wallet && order.method === payMethods.wallet ? walletFault(wallet, order.total) : undefined;
    if (wallet && fault === "wallet_balance_low") setPhase({ kind: "balance_low", wallet, due: order.total });
    else setPhase({ kind: fault === "currency_mismatch" ? fault : "disclaimer" });
  }

  async function confirm() {
    if (!order) return;
    setPhase({ kind: "opening" });
    const answer = await order.open();
    if (!answer.ok) return refuse(answer.problem);
    const session = answer.value;
    storedSessionCode.set(session.sessionCode);
    if (session.quote.total === order.total.minor && session.quote.currency === order.total.currency)
      return pay(session);
    void client.invalidateQueries({ queryKey: [servicePrices.path] });
    setPhase({ kind: "price_changed", session });
  }

  async function pay(session: Session) {
    if (!order) return;
    setPhase({ kind: "paying" });
    if (order.method === payMethods.wallet) await payFromWallet(session);
    else await openFrame(session);
  }

  async function payFromWallet(session: Session) {
    key.current ??= crypto.randomUUID();
    const { sessionCode, transactionID, quote } = session;
    const user = client.getQueryData(queryOf(profile, {}).queryKey);
    const answer = await call(
      walletPayment,
      { sessionCode, transactionID, amount: textFromMinor(quote.total), userNIN: user?.nin ?? "" },
      { idempotencyKey: key.current },
    );
    if (!answer.ok && isNoAnswer(answer.problem.code))
      return setPhase({ kind: "no_answer", session, words: answer.problem.message });
    key.current = undefined;
    if (answer.ok) {
      tellBalanceChanged();
      return finish(sessionCode);
    }
    await refusedPayment(answer.problem, session, "Payment failed");
  }

  async function openFrame(session: Session) {
    const { sessionCode, quote } = session;
    const answer = await openPaymentPage({
      amount: textFromMinor(quote.total),
      currency: quote.currency,
      country: "NG",
      description: texts.wizardTitle,
      payment_method: "card,mobilemoney,ussd",
      type: "VERIFICATION",
      sessionCode,
    });
    if (answer.ok) setPhase({ kind: "framed", session, ...answer.value });
    else await refusedPayment(answer.problem, session, texts.errorTitle);
  }

  /** @param title over a refusal about which nothing else can be done here */
  async function refusedPayment(problem: Problem, session: Session, title: string) {
    const { sessionCode } = session;
    switch (problem.code) {
      case "already_paid":
        return finish(sessionCode);
      case "wallet_balance_low": {
        const user = await freshProfile().catch(() => undefined);
        const due = money(session.quote.currency, session.quote.total);
        if (!user) return refuse(problem);
        return setPhase({ kind: "balance_low", wallet: money(user.currency, user.walletBalance), due });
      }
      case "currency_mismatch":
        return setPhase({ kind: "currency_mismatch" });
      case "amount_mismatch": {
        const now = await call(readSession, { sessionCode });
        return now.ok ? setPhase({ kind: "price_changed", session: now.value }) : refuse(now.problem);
      }
      case "quote_ended":
      case "not_found":
        storedSessionCode.remove();
        order?.forget();
        void client.invalidateQueries({ queryKey: [servicePrices.path] });
        return refuse(problem);
      case "not_signed_in":
      case "email_not_confirmed":
        return refuse(problem);
      default:
        return refusePayment({ title, words: wordsOf(problem) });
    }
  }

  async function finish(sessionCode: string) {
    setUnpaid(undefined);
    setPhase({ kind: "submitting" });
    void client.invalidateQueries({ queryKey: [profile.path] });
    const answer = await call(submit, { sessionCode, sessionStatus: "COMPLETED" });
    if (left.current) return;
    if (!answer.ok && answer.problem.code === "purchase_unpaid") return refuse(answer.problem);
    if (!answer.ok) return setPhase({ kind: "not_told", problem: answer.problem });
    const { value } = answer;
    asked.current = requestsOf(value);
    if (value.status === "processing") return toDashboard(progressAddress);
    const endings = endingsOf(value);
    if (endings.some((ending) => !ending.isGood)) return setPhase({ kind: "ended", endings });
    // the dashboard tells of each request; a file is no single one
    if (value.bulkNin) toast({ tone: "success", text: value.bulkNin.status });
    toDashboard();
  }

  function toDashboard(address = "/main-dashboard") {
    left.current = true;
    storedSessionCode.remove();
    for (const path of [profile.path, history.path, paymentHistory.path])
      void client.invalidateQueries({ queryKey: [path] });
    const said: JustAsked = { asked: asked.current, progressAddress };
    go(address, { said });
  }

  function reload() {
    const id = storedSessionCode.get();
    if (phase.kind === "payment_refused" && id !== undefined && order)
      keepMethod({ id, total: order.total }, order.method);
    location.reload();
  }
  function startOver() {
    storedSessionCode.remove();
    location.reload();
  }
  return {
    phase,
    progressAddress,
    start,
    confirm,
    pay,
    refusePayment,
    finish,
    stop,
    leaveFrame: (session) => {
      setUnpaid(session);
      stop();
    },
    toDashboard: () => toDashboard(),
    reload,
    startOver,
  };
}
