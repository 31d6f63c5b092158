import type { UserType } from "@idanimo/contract/accounts";
import { type Currency, formatMoney, type Money } from "@idanimo/contract/money";
import { type PriceList, quoteFor, quoteToWire } from "@idanimo/contract/pricing";
import { createSession } from "@idanimo/contract/verification";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Answer, call } from "../../lib/call.ts";
import { storedClickId, storedCurrency } from "../../lib/storage.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { BackIcon } from "../../ui/icons.tsx";
import { Steps } from "../../ui/Steps.tsx";
import { Details } from "./Details.tsx";
import { type Faults, faultsFromServer, faultsOf, payloadOf } from "./draft.ts";
import { PayButton, PaySummary } from "./PaySummary.tsx";
import { ProfilePicker } from "./ProfilePicker.tsx";
import type { PaymentFrame } from "../payment/frame.ts";
import { balanceHint, type PayMethod } from "../payment/rules.ts";
import { PurchaseDialogs } from "./PurchaseDialogs.tsx";
import { leastOf, offersFor, payHints, priceOfTick, searchesOf, type Source } from "./rules.ts";
import { hasBox, type Slots } from "./slots.ts";
import { useDraft } from "./use-draft.ts";
import { type Order, type Session, usePurchase } from "./use-purchase.ts";
import { useStep } from "./use-step.ts";
import { countWords } from "./words.ts";
import styles from "./Wizard.module.css";

type Props = {
  readonly sources: readonly Source[];
  readonly prices: PriceList;
  readonly userType: UserType;
  readonly wallet: Money | undefined;
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: (missing: Money) => void;
  readonly slots: Slots;
  /** A purchase was made of what is filled in. */
  readonly onMade: () => void;
};

/** The last one is where the history leads. Source: WIZARD-04, C-17. */
const stepNames = ["What", "Details", "Pay", "Results"];
const [whatStep, detailsStep, payStep] = [0, 1, 2];
const nothingChosen = { types: "Choose what to check." };

/**
 * Choosing, filling in and paying. At a desk the three parts stand side by side; on a phone they are steps with the total always
 * in view. What was typed stays through every refusal. Source: WIZARD-01 to WIZARD-32, look "Wizard".
 */
export function Wizard({ sources, prices, userType, wallet, PaymentDialog, onTopUp, slots, onMade }: Props) {
  const state = useDraft();
  const { draft, faults, setFaults } = state;
  const [wantedStep, setStep] = useStep();
  const [ownCurrency, setCurrency] = useState<Currency | undefined>(() => storedCurrency.get());
  const [method, setMethod] = useState<PayMethod>();
  const [accepted, setAccepted] = useState(false);
  const parts = useRef<HTMLDivElement>(null);
  const made = useRef<{ readonly asked: string; readonly session: Session }>(undefined);
  const arrival = useRef<{ readonly at: number; readonly act: () => void }>(undefined);

  const step = draft.types.length === 0 ? whatStep : wantedStep;
  useEffect(() => {
    if (arrival.current?.at !== step) return;
    arrival.current.act();
    arrival.current = undefined;
  }, [step]);
  const profiles = offersFor(sources, userType, (name) => hasBox(name, slots));
  const down = profiles
    .flatMap(({ offers }) => offers)
    .filter(({ type, standing }) => draft.types.includes(type) && standing !== "open")
    .map(({ label }) => label);
  const currency = ownCurrency ?? wallet?.currency ?? "NGN";
  const searches = searchesOf(draft);
  const quote = quoteFor(searches, prices, currency);
  const shown = quoteToWire(quote);
  const hints = payHints({ types: draft.types, method, accepted, down });
  const warning = balanceHint(method, wallet, quote.total);

  /** The purchase for what stands here now; the one made before while nothing has changed since. */
  async function open(): Promise<Answer<Session>> {
    const clickId = storedClickId.get();
    const input = { ...payloadOf(draft), currency, ...(clickId !== undefined && { CLICK_ID: clickId }) };
    const asked = JSON.stringify(input);
    if (made.current?.asked === asked) return { ok: true, value: made.current.session };
    const answer = await call(createSession, input);
    if (answer.ok) {
      made.current = { asked, session: answer.value };
      onMade();
    } else if (answer.problem.fields) showFaults(faultsFromServer(answer.problem.fields));
    return answer;
  }
  const order: Order | undefined = method && {
    types: draft.types,
    total: quote.total,
    open,
    forget: () => {
      made.current = undefined;
    },
    method,
  };
  const purchase = usePurchase({
    order,
    uploadId: draft.types.includes("bulk_nin") ? draft.upload?.uploadId : undefined,
  });

  function showFaults(found: Faults) {
    setFaults(found);
    // that nothing is chosen is said under the first heading
    const focus = () => parts.current?.querySelector<HTMLElement>("types" in found ? "h2" : firstFault)?.focus();
    // at a desk all parts are on the screen already
    if (step > detailsStep) move(detailsStep, focus);
    else setTimeout(focus);
  }
  function pay() {
    const found = faultsOf(draft);
    if (Object.keys(found).length > 0) showFaults(found);
    else void purchase.start();
  }
  function next() {
    if (step === whatStep && draft.types.length === 0) return showFaults(nothingChosen);
    const found = faultsOf(draft);
    if (step === detailsStep && Object.keys(found).length > 0) return showFaults(found);
    goTo(step + 1);
  }
  function goTo(to: number) {
    setFaults({});
    move(to, () => parts.current?.querySelectorAll<HTMLElement>("h2")[to]?.focus({ preventScroll: true }));
  }
  /** The step has to be on the screen before something on it can be given the focus. */
  function move(to: number, act: () => void) {
    arrival.current = { at: to, act };
    setStep(to);
  }
  const chooseCurrency = (wanted: Currency) => {
    setCurrency(wanted);
    storedCurrency.set(wanted);
  };
  const busy = purchase.phase.kind === "checking_profile" && "Checking your wallet";

  return (
    <>
      <div className={styles.steps}>
        <Steps label="Steps" steps={stepNames} current={step} />
      </div>
      <div className={styles.parts} ref={parts}>
        <Part at={whatStep} step={step} heading="Select Profile">
          <ProfilePicker
            profiles={profiles}
            chosen={draft.types}
            error={faults["types"]}
            onToggle={state.toggle}
            priceOf={(type) => formatMoney(quoteFor([leastOf(type)], prices, currency).total)}
          />
        </Part>
        <Part at={detailsStep} step={step} heading="Details">
          <Details
            state={state}
            slots={slots}
            priceOfTick={(type, option) => priceOfTick(type, option, prices, currency)}
          />
        </Part>
        <Part at={payStep} step={step} heading="Payment Summary">
          <PaySummary
            shown={{ ...shown, lines: shown.lines.map((line, at) => ({ ...line, count: countOf(at) })) }}
            types={draft.types}
            wallet={wallet}
            onCurrency={chooseCurrency}
            method={method}
            onMethod={setMethod}
            accepted={accepted}
            onAccept={setAccepted}
            onTopUp={onTopUp}
            payButton={
              <div className={styles.desk}>
                <PayButton due={quote.total} hints={hints} warning={warning} busy={busy} onPay={pay} />
              </div>
            }
          />
        </Part>
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
          <PayButton due={quote.total} hints={hints} warning={warning} busy={busy} onPay={pay} />
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

  function countOf(at: number): string | undefined {
    const search = searches[at];
    return search && countWords(search);
  }
}

/** What is wrong first, from the top: a box, a tick, or the button or box of a part that chooses a file. */
const firstFault = "[aria-invalid=true], [data-invalid]:is(button), [data-invalid] :is(a, button)";

type PartProps = {
  readonly at: number;
  readonly step: number;
  readonly heading: string;
  readonly children: ReactNode;
};

function Part({ at, step, heading, children }: PartProps) {
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
