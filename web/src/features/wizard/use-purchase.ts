import { profile } from "@idanimo/contract/accounts";
import type { SearchType } from "@idanimo/contract/catalogue";
import { type Money, money, formatMinor } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import { servicePrices } from "@idanimo/contract/pricing";
import * as texts from "@idanimo/contract/texts";
import { history } from "@idanimo/contract/history";
import { type createSession, readSession, submit } from "@idanimo/contract/verification";
import { paymentHistory, walletPayment } from "@idanimo/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type CallResult, call, type Problem } from "../../lib/call.ts";
import { broadcastBalanceChanged } from "../../lib/balance-broadcast.ts";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { navigate } from "../../lib/router.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { storedSessionCode } from "../../lib/storage.ts";
import { useProblem } from "../../ui/Problems.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { storeChosenMethod } from "../payment/chosen-method.ts";
import { openPaymentPage } from "../payment/open-payment-page.ts";
import {
  isInconclusive,
  type PaymentFailure,
  type PaymentMethod,
  paymentMethods,
  walletProblemOf,
} from "../payment/rules.ts";
import { type Disclosure, requiresConsent } from "./rules.ts";
import { type SectionOutcome, toSectionOutcomes, requestIdsOf } from "./outcomes.ts";

/** The part of a purchase that is needed to pay it. */
export type PurchaseSession = Pick<OutputOf<typeof createSession>, "sessionCode" | "transactionID" | "quote">;

/** Something to buy, already created on the server or not. */
export type PurchaseOrder = {
  readonly types: readonly SearchType[];
  readonly mayShow: readonly Disclosure[];
  readonly total: Money;
  /** Returns the purchase; creates it if there is none for the current input. */
  readonly openSession: () => Promise<CallResult<PurchaseSession>>;
  /** The purchase can no longer be used. */
  readonly discard: () => void;
  readonly method: PaymentMethod;
  /** A colleague must approve it before it is paid [TM-07]. */
  readonly needsApproval?: boolean;
};

export type PurchasePhase =
  | {
      readonly kind:
        | "idle"
        | "checking_profile"
        | "disclaimer"
        | "opening"
        | "paying"
        | "submitting"
        | "currency_mismatch";
    }
  | { readonly kind: "balance_low"; readonly wallet: Money; readonly due: Money }
  | { readonly kind: "price_changed"; readonly session: PurchaseSession }
  | { readonly kind: "no_answer"; readonly session: PurchaseSession; readonly words: string }
  | { readonly kind: "framed"; readonly session: PurchaseSession; readonly link: string; readonly txRef: string }
  | { readonly kind: "payment_refused"; readonly refused: PaymentFailure }
  | { readonly kind: "cap_reached"; readonly problem: Problem }
  | { readonly kind: "ended"; readonly endings: readonly SectionOutcome[] }
  | { readonly kind: "outcome_unknown"; readonly problem: Problem };

/** Where the requester of a purchase waits for its approval. */
export const approvalAddress = (sessionCode: string): string => `/approval/${sessionCode}`;

export type PurchaseFlow = {
  readonly phase: PurchasePhase;
  /** The address of the bulk file's progress. */
  readonly progressAddress: string | undefined;
  /** The Payment button. */
  readonly start: () => Promise<void>;
  /** Confirm of the disclaimer. */
  readonly confirm: () => Promise<void>;
  readonly pay: (session: PurchaseSession) => Promise<void>;
  readonly showPaymentFailure: (failure: PaymentFailure) => void;
  /** Waits for the outcomes of a paid purchase, then opens the dashboard or shows the failures. */
  readonly submitPurchase: (sessionCode: string) => Promise<void>;
  readonly stop: () => void;
  /** The provider's page was closed before it reported a result. */
  readonly closePaymentFrame: (session: PurchaseSession) => void;
  readonly goToDashboard: () => void;
  /** Reloads the page, which continues from the server's state with the same payment method. */
  readonly reload: () => void;
  /** Reloads the page after the purchase has ended. */
  readonly startOver: () => void;
};

/** What the wizard passes to the dashboard: the requests that have just been paid for. */
export type JustPaid = { readonly asked: readonly string[]; readonly progressAddress: string | undefined };

type Options = {
  readonly types: readonly SearchType[];
  readonly order: PurchaseOrder | undefined;
  /** The bulk file of this purchase; while it runs, another screen shows its progress. */
  readonly uploadId: string | undefined;
  /** An earlier purchase that may have been paid at the provider in the meantime. */
  readonly unpaid?: PurchaseSession | undefined;
};

/**
 * The flow from the Payment button to the dashboard. The server decides each step. An error keeps the input, and a
 * paid purchase continues without this page [PAY-05 to PAY-21 F-14].
 */
export function usePurchase({ types, order, uploadId, unpaid: before }: Options): PurchaseFlow {
  const client = useQueryClient();
  const showProblem = useProblem();
  const toast = useToast();
  const [phase, setPhase] = useState<PurchasePhase>({ kind: "idle" });
  const [unpaid, setUnpaid] = useState(before);
  // a retry without a response reuses the key; a new payment after a response gets a new one
  const idempotencyKey = useRef<string>(undefined);
  const paidRequestIds = useRef<readonly string[]>([]);
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  const progressAddress = uploadId === undefined ? undefined : `/bulk/${uploadId}`;
  const stop = () => setPhase({ kind: "idle" });
  const showFailure = (problem: Problem) => {
    stop();
    showProblem(problem);
  };
  const showPaymentFailure = (failure: PaymentFailure) => setPhase({ kind: "payment_refused", refused: failure });
  const fetchProfile = () => client.fetchQuery({ ...operationQuery(profile, {}), staleTime: 0 });

  // a provider may confirm a payment late: then the purchase continues without another click
  useLiveUpdates({
    enabled: unpaid !== undefined && phase.kind === "idle",
    onEvent: (event) => {
      if (event.type === "payment_settled") void recheckSession();
    },
    poll: () => void recheckSession(),
  });
  async function recheckSession() {
    if (!unpaid) return;
    const { sessionCode } = unpaid;
    const now = await call(readSession, { sessionCode });
    if (!now.ok || now.value.state === "abandoned") return;
    if (now.value.state !== "initiated") return submitPurchase(sessionCode);
    // its payment may have been declined in the meantime, or a different amount may have arrived
    client.setQueryData(operationQuery(readSession, { sessionCode }).queryKey, now.value);
  }

  async function start() {
    if (!order || phase.kind !== "idle") return;
    if (order.needsApproval) return setPhase({ kind: "disclaimer" }); // what the wallet has matters when it is approved
    setPhase({ kind: "checking_profile" });
    const user = await fetchProfile().catch(() => undefined);
    const wallet = user && money(user.currency, user.walletBalance);
    const fault = wallet && order.method === paymentMethods.wallet ? walletProblemOf(wallet, order.total) : undefined;
    if (wallet && fault === "wallet_balance_low") setPhase({ kind: "balance_low", wallet, due: order.total });
    else setPhase({ kind: fault === "currency_mismatch" ? fault : "disclaimer" });
  }

  async function confirm() {
    if (!order) return;
    setPhase({ kind: "opening" });
    const result = await order.openSession();
    if (!result.ok) return showFailure(result.problem);
    const session = result.value;
    storedSessionCode.set(session.sessionCode);
    if (session.quote.total === order.total.minor && session.quote.currency === order.total.currency)
      return pay(session);
    void client.invalidateQueries({ queryKey: [servicePrices.path] });
    setPhase({ kind: "price_changed", session });
  }

  async function pay(session: PurchaseSession) {
    if (!order) return;
    setPhase({ kind: "paying" });
    if (order.needsApproval || order.method === paymentMethods.wallet) await payFromWallet(session);
    else await openPaymentFrame(session);
  }

  async function payFromWallet(session: PurchaseSession) {
    idempotencyKey.current ??= crypto.randomUUID();
    const { sessionCode, transactionID, quote } = session;
    const user = client.getQueryData(operationQuery(profile, {}).queryKey);
    const result = await call(
      walletPayment,
      { sessionCode, transactionID, amount: formatMinor(quote.total), userNIN: user?.nin ?? "" },
      { idempotencyKey: idempotencyKey.current },
    );
    if (!result.ok && isInconclusive(result.problem.code))
      return setPhase({ kind: "no_answer", session, words: result.problem.message });
    idempotencyKey.current = undefined;
    if (result.ok && "approvalId" in result.value) {
      hasLeft.current = true;
      storedSessionCode.remove();
      return navigate(approvalAddress(sessionCode));
    }
    if (result.ok) {
      broadcastBalanceChanged();
      return submitPurchase(sessionCode);
    }
    await resolvePaymentProblem(result.problem, session, "Payment failed");
  }

  async function openPaymentFrame(session: PurchaseSession) {
    const { sessionCode, quote } = session;
    const result = await openPaymentPage({
      amount: formatMinor(quote.total),
      currency: quote.currency,
      country: "NG",
      description: texts.wizardTitle,
      payment_method: "card,mobilemoney,ussd",
      type: "VERIFICATION",
      sessionCode,
    });
    if (result.ok) setPhase({ kind: "framed", session, ...result.value });
    else await resolvePaymentProblem(result.problem, session, texts.errorTitle);
  }

  /** @param title the title of a problem that the user cannot solve here */
  async function resolvePaymentProblem(problem: Problem, session: PurchaseSession, title: string) {
    const { sessionCode } = session;
    switch (problem.code) {
      case "already_paid":
        return submitPurchase(sessionCode);
      case "wallet_balance_low": {
        const user = await fetchProfile().catch(() => undefined);
        const due = money(session.quote.currency, session.quote.total);
        if (!user) return showFailure(problem);
        return setPhase({ kind: "balance_low", wallet: money(user.currency, user.walletBalance), due });
      }
      case "cap_reached":
        return setPhase({ kind: "cap_reached", problem });
      case "currency_mismatch":
        return setPhase({ kind: "currency_mismatch" });
      case "amount_mismatch": {
        const now = await call(readSession, { sessionCode });
        return now.ok ? setPhase({ kind: "price_changed", session: now.value }) : showFailure(now.problem);
      }
      case "quote_ended":
      case "not_found":
        storedSessionCode.remove();
        order?.discard();
        void client.invalidateQueries({ queryKey: [servicePrices.path] });
        return showFailure(problem);
      case "not_signed_in":
      case "email_not_confirmed":
        return showFailure(problem);
      default:
        return showPaymentFailure({ title, words: problemMessage(problem) });
    }
  }

  async function submitPurchase(sessionCode: string) {
    setUnpaid(undefined);
    setPhase({ kind: "submitting" });
    void client.invalidateQueries({ queryKey: [profile.path] });
    const result = await call(submit, { sessionCode, sessionStatus: "COMPLETED" });
    if (hasLeft.current) return;
    if (!result.ok && result.problem.code === "purchase_unpaid") return showFailure(result.problem);
    if (!result.ok) return setPhase({ kind: "outcome_unknown", problem: result.problem });
    const { value } = result;
    paidRequestIds.current = requestIdsOf(value);
    if (value.status === "processing") return goToPaidRequests();
    const endings = toSectionOutcomes(value);
    if (endings.some((ending) => !ending.isGood)) return setPhase({ kind: "ended", endings });
    // the dashboard shows each request; a file is not a single one
    if (!value.bulkNin) return goToPaidRequests();
    toast({ tone: "success", text: value.bulkNin.status });
    goToDashboard();
  }

  /** One request that needs consent has a screen that waits for it; several are followed on the dashboard. */
  function goToPaidRequests() {
    const [requestId, ...others] = paidRequestIds.current;
    const waitsForPerson = requiresConsent(types) && uploadId === undefined;
    if (requestId !== undefined && others.length === 0 && waitsForPerson)
      return goToDashboard(`/consent?request=${requestId}`);
    goToDashboard(progressAddress);
  }

  function goToDashboard(address = "/main-dashboard") {
    hasLeft.current = true;
    storedSessionCode.remove();
    for (const path of [profile.path, history.path, paymentHistory.path])
      void client.invalidateQueries({ queryKey: [path] });
    const justPaid: JustPaid = { asked: paidRequestIds.current, progressAddress };
    navigate(address, { state: justPaid });
  }

  function reload() {
    const id = storedSessionCode.get();
    if (phase.kind === "payment_refused" && id !== undefined && order)
      storeChosenMethod({ id, total: order.total }, order.method);
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
    showPaymentFailure,
    submitPurchase,
    stop,
    closePaymentFrame: (session) => {
      setUnpaid(session);
      stop();
    },
    goToDashboard: () => goToDashboard(),
    reload,
    startOver,
  };
}
