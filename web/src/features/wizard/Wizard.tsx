import type { UserType } from "@idanimo/contract/accounts";
import type { SearchField, SearchOption, SearchType } from "@idanimo/contract/catalogue";
import { type Currency, formatMoney, type Money } from "@idanimo/contract/money";
import { type PriceList, quoteFor, quoteToWire } from "@idanimo/contract/pricing";
import { createSession } from "@idanimo/contract/verification";
import { useRef, useState } from "react";
import { type Answer, call } from "../../lib/call.ts";
import { storedClickId, storedCurrency } from "../../lib/storage.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import { BackIcon } from "../../ui/icons.tsx";
import { Steps } from "../../ui/Steps.tsx";
import { Details } from "./Details.tsx";
import { faultsOf, fieldFault, payloadOf } from "./draft.ts";
import { hasBox } from "./fields.ts";
import { PayButton, PaySummary } from "./PaySummary.tsx";
import { ProfilePicker } from "./ProfilePicker.tsx";
import { type PaymentFrame, PurchaseDialogs } from "./PurchaseDialogs.tsx";
import {
  type Draft,
  emptyDraft,
  offersFor,
  payHint,
  type PayMethod,
  leastOf,
  searchesOf,
  type Source,
  toggleType,
} from "./rules.ts";
import { type Order, type Session, usePurchase } from "./use-purchase.ts";
import styles from "./Wizard.module.css";

type Props = {
  readonly sources: readonly Source[];
  readonly prices: PriceList;
  readonly userType: UserType;
  readonly wallet: Money | undefined;
  readonly PaymentDialog: PaymentFrame;
  readonly onTopUp: () => void;
};

const stepNames = ["What", "Details", "Pay"];
const [whatStep, detailsStep, payStep] = [0, 1, 2];

/**
 * Choosing, filling in and paying. At a desk the three parts stand side by side; on a phone they are steps with the total always
 * in view. What was typed stays through every refusal. Source: WIZARD-01 to WIZARD-32, look "Wizard".
 */
export function Wizard({ sources, prices, userType, wallet, PaymentDialog, onTopUp }: Props) {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [step, setStep] = useState(whatStep);
  const [ownCurrency, setCurrency] = useState<Currency | undefined>(() => storedCurrency.get());
  const [method, setMethod] = useState<PayMethod>();
  const [accepted, setAccepted] = useState(false);
  const parts = useRef<HTMLDivElement>(null);
  const made = useRef<{ readonly asked: string; readonly session: Session }>(undefined);

  const currency = ownCurrency ?? wallet?.currency ?? "NGN";
  const quote = quoteFor(searchesOf(draft), prices, currency);
  const hint = payHint({ types: draft.types, method, accepted, priced: true });

  /** The purchase for what stands here now; the one made before while nothing has changed since. */
  async function open(): Promise<Answer<Session>> {
    const clickId = storedClickId.get();
    const input = { ...payloadOf(draft), currency, ...(clickId !== undefined && { CLICK_ID: clickId }) };
    const asked = JSON.stringify(input);
    if (made.current?.asked === asked) return { ok: true, value: made.current.session };
    const answer = await call(createSession, input);
    if (answer.ok) made.current = { asked, session: answer.value };
    else if (answer.problem.fields) showFaults(fromServer(answer.problem.fields));
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
  const purchase = usePurchase(order);

  function showFaults(found: Readonly<Record<string, string>>) {
    setFaults(found);
    const [name] = Object.keys(found);
    if (name === undefined) return;
    setStep(detailsStep);
    // the step has to be on the screen before its box can be given the focus
    setTimeout(() => parts.current?.querySelector<HTMLElement>(`#search-${name}, [aria-invalid=true]`)?.focus());
  }
  function pay() {
    const found = faultsOf(draft);
    setFaults(found);
    if (Object.keys(found).length > 0) showFaults(found);
    else void purchase.start();
  }
  function next() {
    if (step === whatStep && draft.types.length === 0) return setFaults({ types: "Choose what to check." });
    const found = faultsOf(draft);
    if (step === detailsStep && Object.keys(found).length > 0) return showFaults(found);
    move(step + 1);
  }
  function move(to: number) {
    setFaults({});
    setStep(to);
    scrollTo({ top: 0 });
    setTimeout(() => parts.current?.querySelectorAll<HTMLElement>("h2")[to]?.focus({ preventScroll: true }));
  }
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const clear = (...names: readonly string[]) =>
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))));
  const chooseCurrency = (wanted: Currency) => {
    setCurrency(wanted);
    storedCurrency.set(wanted);
  };
  const busy = purchase.phase.kind === "checking_profile" && "Checking your wallet";
  const heading = (at: number, words: string) => (
    <h2 tabIndex={-1} className={styles.heading}>
      {words}
      <span className="only-heard">, step {at + 1} of 3</span>
    </h2>
  );

  return (
    <>
      <div className={styles.steps}>
        <Steps label="Steps" steps={stepNames} current={step} />
      </div>
      <div className={styles.parts} ref={parts}>
        <section className={classes(styles.part, step !== whatStep && styles.later)}>
          {heading(whatStep, "Select Profile")}
          <ProfilePicker
            profiles={offersFor(sources, userType, hasBox)}
            chosen={draft.types}
            error={faults["types"]}
            onToggle={(type: SearchType) => {
              change({ types: toggleType(draft.types, type) });
              clear("types");
            }}
            priceOf={(type) => formatMoney(quoteFor([leastOf(type)], prices, currency).total)}
          />
        </section>
        <section className={classes(styles.part, step !== detailsStep && styles.later)}>
          {heading(detailsStep, "Details")}
          <Details
            draft={draft}
            faults={faults}
            onValue={(name: SearchField, value) => {
              change({ values: { ...draft.values, [name]: value } });
              clear(name);
            }}
            onLeave={(type, name) => {
              const fault = fieldFault(type, name, draft.values[name] ?? "");
              if (fault !== undefined && draft.values[name]) setFaults((before) => ({ ...before, [name]: fault }));
            }}
            onOption={(option: SearchOption) => {
              const ticked = draft.options.includes(option);
              change({
                options: ticked ? draft.options.filter((known) => known !== option) : [...draft.options, option],
              });
              clear("options");
            }}
            onPurpose={(part) => {
              change(part);
              clear(part.purposeCode === undefined ? "purposeNote" : "purpose");
            }}
            onLeaveNote={() => {
              const { purposeNote } = faultsOf(draft);
              if (purposeNote) setFaults((before) => ({ ...before, purposeNote }));
            }}
          />
        </section>
        <section className={classes(styles.part, step !== payStep && styles.later)}>
          {heading(payStep, "Payment Summary")}
          <PaySummary
            shown={quoteToWire(quote)}
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
                <PayButton due={quote.total} hint={hint} busy={busy} onPay={pay} />
              </div>
            }
          />
        </section>
      </div>
      <div className={styles.foot}>
        {step > whatStep && (
          <IconButton label="Back" onClick={() => move(step - 1)}>
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
          <PayButton due={undefined} hint={hint} busy={busy} onPay={pay} />
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
}

/** The server names fields as the payload does: `purpose.note` is the note's own box here. */
function fromServer(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name === "purpose.note" ? "purposeNote" : name.startsWith("purpose") ? "purpose" : name,
      message,
    ]),
  );
}
