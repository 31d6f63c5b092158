import { isFileCheck } from "@idanimo/contract/catalogue";
import type { UserType } from "@idanimo/contract/accounts";
import { type Currency, formatMoney, type Money } from "@idanimo/contract/money";
import { type PriceList, quoteFor, quoteToWire } from "@idanimo/contract/pricing";
import { createSession } from "@idanimo/contract/verification";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type CallResult, call } from "../../lib/call.ts";
import { useQueryValue } from "../../lib/router.ts";
import { storedClickId, storedCurrency } from "../../lib/storage.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { BackIcon } from "../../ui/icons.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Steps } from "../../ui/Steps.tsx";
import { DetailsStep } from "./DetailsStep.tsx";
import { type DraftErrors, errorsFromServer, validateDraft, toSearchPayload } from "./draft.ts";
import { PayButton, PaySummary } from "./PaySummary.tsx";
import { ProfilePicker } from "./ProfilePicker.tsx";
import { MissingFacts } from "./MissingFacts.tsx";
import type { PaymentFrame } from "../payment/payment-frame.ts";
import { lowBalanceHint, type PaymentMethod, paymentMethods } from "../payment/rules.ts";
import { PurchaseDialogs } from "./PurchaseDialogs.tsx";
import {
  disclosuresOf,
  effectivePurpose,
  emptyDraft,
  fullSearchesOf,
  minimalSearch,
  offersFor,
  type LastPurchase,
  paymentHints,
  rememberedMethod,
  optionPrice,
  preselectedTypes,
  toPricedSearches,
  type Source,
} from "./rules.ts";
import { draftToRepeat, repeatHint, type RepeatedRequest } from "./repeat.ts";
import { hasInput, type WizardSlots } from "./slots.ts";
import { usePurchaseLimits } from "./use-purchase-limits.ts";
import { useDraft } from "./use-draft.ts";
import { type PurchaseOrder, type PurchaseSession, usePurchase } from "./use-purchase.ts";
import { useWizardStep } from "./use-wizard-step.ts";
import { quantityLabel } from "./copy.ts";
import styles from "./Wizard.module.css";

type Props = {
  readonly sources: readonly Source[];
  /** The latest purchase of the account, whose payment method and accepted terms are the initial choices. */
  readonly lastPurchase: LastPurchase | undefined;
  readonly prices: PriceList;
  readonly userType: UserType;
  readonly wallet: Money | undefined;
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: (missing: Money) => void;
  readonly slots: WizardSlots;
  /** An earlier request whose values the form starts with. */
  readonly repeated?: RepeatedRequest | undefined;
  /** A purchase was created from the input. */
  readonly onPurchaseCreated: () => void;
};

/** The last step is the history [WIZARD-04 C-17]. */
const stepNames = ["What", "Details", "Pay", "Results"];
const [whatStep, detailsStep, payStep] = [0, 1, 2];
const noTypeChosen = { types: "Choose what to check." };

/**
 * Choice, details and payment. On wide screens the three parts are side by side; on a phone they are steps, with
 * the total always visible. The input survives every error [WIZARD-01 to WIZARD-32].
 */
export function Wizard(props: Props) {
  const {
    sources,
    lastPurchase,
    prices,
    userType,
    wallet,
    PaymentDialog,
    onTopUp,
    slots,
    repeated,
    onPurchaseCreated,
  } = props;
  const profiles = offersFor(sources, userType, (name) => hasInput(name, slots));
  const requestedType = useQueryValue("check");
  const state = useDraft(() =>
    repeated ? draftToRepeat(repeated, profiles) : { ...emptyDraft, types: preselectedTypes(requestedType, profiles) },
  );
  const { draft, errors, setErrors } = state;
  const [wantedStep, setStep] = useWizardStep();
  const [ownCurrency, setCurrency] = useState<Currency | undefined>(() => storedCurrency.get());
  const [chosenMethod, setMethod] = useState<PaymentMethod | undefined>(() => rememberedMethod(lastPurchase));
  const [accepted, setAccepted] = useState(() => lastPurchase?.acceptedCurrentTerms === true);
  const parts = useRef<HTMLDivElement>(null);
  const created = useRef<{ readonly asked: string; readonly session: PurchaseSession }>(undefined);
  const pendingFocus = useRef<{ readonly at: number; readonly act: () => void }>(undefined);

  const step = draft.types.length === 0 ? whatStep : wantedStep;
  const down = profiles
    .flatMap(({ offers }) => offers)
    .filter(({ type, availability }) => draft.types.includes(type) && availability !== "open")
    .map(({ label }) => label);
  const currency = ownCurrency ?? wallet?.currency ?? "NGN";
  const searches = toPricedSearches(draft);
  const quote = quoteFor(searches, prices, currency);
  const displayedPrice = quoteToWire(quote);
  const limits = usePurchaseLimits(searches, currency, effectivePurpose(draft));
  const needsApproval = limits?.needsApproval === true;
  const method = needsApproval ? paymentMethods.wallet : chosenMethod;
  const mayShow = disclosuresOf(draft);
  const hints = paymentHints({ types: draft.types, method, accepted, down });
  const warning = needsApproval ? undefined : lowBalanceHint(method, wallet, quote.total);

  /** Returns the purchase for the current input; reuses the last one while the input is unchanged. */
  async function openSession(): Promise<CallResult<PurchaseSession>> {
    const clickId = storedClickId.get();
    const input = { ...toSearchPayload(draft), currency, ...(clickId !== undefined && { CLICK_ID: clickId }) };
    const inputKey = JSON.stringify(input);
    if (created.current?.asked === inputKey) return { ok: true, value: created.current.session };
    const result = await call(createSession, input);
    if (result.ok) {
      created.current = { asked: inputKey, session: result.value };
      onPurchaseCreated();
    } else if (result.problem.fields) showErrors(errorsFromServer(result.problem.fields));
    return result;
  }
  const order: PurchaseOrder | undefined = method && {
    types: draft.types,
    mayShow,
    total: quote.total,
    openSession,
    discard: () => {
      created.current = undefined;
    },
    method,
    needsApproval,
  };
  const purchase = usePurchase({
    types: draft.types,
    order,
    uploadId: draft.types.some(isFileCheck) ? draft.upload?.uploadId : undefined,
  });

  // an open dialog does not let go of the focus
  const hasDialog = purchase.phase.kind !== "idle";
  useEffect(() => {
    if (hasDialog || pendingFocus.current?.at !== step) return;
    pendingFocus.current.act();
    pendingFocus.current = undefined;
  });

  function showErrors(found: DraftErrors) {
    setErrors({ ...found });
    // an empty choice is reported under the first heading
    const focus = () =>
      parts.current?.querySelector<HTMLElement>("types" in found ? "h2" : firstInvalidSelector)?.focus();
    // on wide screens all parts are already visible
    if (step > detailsStep) moveToStep(detailsStep, focus);
    else pendingFocus.current = { at: step, act: focus };
  }
  function pay() {
    const found = validateDraft(draft);
    if (Object.keys(found).length > 0) showErrors(found);
    else void purchase.start();
  }
  function next() {
    if (step === whatStep && draft.types.length === 0) return showErrors(noTypeChosen);
    const found = validateDraft(draft);
    if (step === detailsStep && Object.keys(found).length > 0) return showErrors(found);
    goTo(step + 1);
  }
  function goTo(to: number) {
    setErrors({});
    moveToStep(to, () => parts.current?.querySelectorAll<HTMLElement>("h2")[to]?.focus({ preventScroll: true }));
  }
  /** Runs `act` after the step has rendered, because only then can it set the focus. */
  function moveToStep(to: number, act: () => void) {
    pendingFocus.current = { at: to, act };
    setStep(to);
  }
  const chooseCurrency = (wanted: Currency) => {
    setCurrency(wanted);
    storedCurrency.set(wanted);
  };
  const busy = purchase.phase.kind === "checking_profile" && "Checking your wallet";

  const payButtonProps = { due: quote.total, missingSteps: hints, warning, busy, needsApproval, onPay: pay };

  return (
    <>
      {repeated && (
        <div className={styles.repeated}>
          <Notice tone="info">{repeatHint(repeated, profiles)}</Notice>
        </div>
      )}
      {limits && <MissingFacts facts={limits.missingFacts} />}
      <div className={styles.steps}>
        <Steps label="Steps" steps={stepNames} current={step} />
      </div>
      <div className={styles.parts} ref={parts}>
        <WizardStep at={whatStep} step={step} heading="Select Profile">
          <ProfilePicker
            profiles={profiles}
            chosen={draft.types}
            error={errors["types"]}
            onToggle={state.toggleType}
            priceOf={(type) => formatMoney(quoteFor([minimalSearch(type)], prices, currency).total)}
            fullPriceOf={(type) => {
              const full = fullSearchesOf(type);
              return full.length > 0 ? formatMoney(quoteFor(full, prices, currency).total) : undefined;
            }}
          />
        </WizardStep>
        <WizardStep at={detailsStep} step={step} heading="Details">
          <DetailsStep
            state={state}
            slots={slots}
            optionPrice={(type, option) => optionPrice(type, option, prices, currency)}
          />
        </WizardStep>
        <WizardStep at={payStep} step={step} heading="Payment Summary">
          <PaySummary
            price={{
              ...displayedPrice,
              lines: displayedPrice.lines.map((line, at) => ({ ...line, count: quantityOf(at) })),
            }}
            types={draft.types}
            mayShow={mayShow}
            wallet={wallet}
            onCurrency={chooseCurrency}
            method={method}
            onMethod={setMethod}
            accepted={accepted}
            onAccept={setAccepted}
            onTopUp={onTopUp}
            limits={limits}
            payButton={
              <div className={styles.desk}>
                <PayButton {...payButtonProps} />
              </div>
            }
          />
        </WizardStep>
      </div>
      <div className={styles.foot}>
        {step > whatStep && (
          <IconButton label="Back" onClick={() => goTo(step - 1)}>
            <BackIcon size={24} />
          </IconButton>
        )}
        <p className={styles.footTotal}>
          <span className="quiet">Total</span>
          <strong className="figures">{formatMoney(quote.total)}</strong>
        </p>
        {step < payStep ? (
          <Button kind="primary" onClick={next}>
            Next
          </Button>
        ) : (
          <PayButton {...payButtonProps} />
        )}
      </div>
      <PurchaseDialogs
        purchase={purchase}
        order={order}
        PaymentDialog={PaymentDialog}
        onTopUp={onTopUp}
        {...(wallet && { onOtherCurrency: () => chooseCurrency(wallet.currency) })}
      />
    </>
  );

  function quantityOf(at: number): string | undefined {
    const search = searches[at];
    return search && quantityLabel(search);
  }
}

/** The first invalid element from the top: an input, an option, or the button of a part that chooses a file. */
const firstInvalidSelector = "[aria-invalid=true], [data-invalid]:is(button), [data-invalid] :is(a, button)";

type WizardStepProps = {
  readonly at: number;
  readonly step: number;
  readonly heading: string;
  readonly children: ReactNode;
};

function WizardStep({ at, step, heading, children }: WizardStepProps) {
  return (
    <section className={classes(styles.part, step !== at && styles.later)}>
      <h2 tabIndex={-1} className={styles.heading}>
        {heading}
        <span className="only-heard">
          , step {at + 1} of {stepNames.length}
        </span>
      </h2>
      {children}
    </section>
  );
}
