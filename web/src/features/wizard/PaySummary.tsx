import type { SearchType } from "@idanimo/contract/catalogue";
import { type Currency, formatMoney, money, type Money as Amount } from "@idanimo/contract/money";
import * as texts from "@idanimo/contract/texts";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Money } from "../../ui/Money.tsx";
import { PaymentMethodChoice } from "../payment/PaymentMethodChoice.tsx";
import { PriceLines, type DisplayedPrice } from "../payment/PriceLines.tsx";
import type { PaymentMethod } from "../payment/rules.ts";
import styles from "./PaySummary.module.css";
import { MemberLimits } from "./MemberLimits.tsx";
import { MayShow } from "./MayShow.tsx";
import { RefundTerms } from "./RefundTerms.tsx";
import { type Disclosure, paymentMethodLabels } from "./rules.ts";
import type { PurchaseLimits } from "./use-purchase-limits.ts";

type Props = {
  readonly price: DisplayedPrice | undefined;
  readonly types: readonly SearchType[];
  /** What the purpose can show; empty if no purpose is chosen or needed. */
  readonly mayShow: readonly Disclosure[];
  readonly wallet: Amount | undefined;
  /** Absent if the price is already frozen. */
  readonly onCurrency?: (currency: Currency) => void;
  readonly method: PaymentMethod | undefined;
  readonly onMethod: (method: PaymentMethod) => void;
  readonly accepted: boolean;
  readonly onAccept: (accepted: boolean) => void;
  readonly onTopUp: (missing: Amount) => void;
  /** What the organisation's caps and rules say. */
  readonly limits?: PurchaseLimits | undefined;
  readonly payButton: ReactNode;
};

/** The price, the payment method and the refund terms [PRICE-09 to PRICE-12 PAY-02 PAY-03 PAY-04]. */
export function PaySummary(props: Props) {
  const {
    price,
    types,
    mayShow,
    wallet,
    onCurrency,
    method,
    onMethod,
    accepted,
    onAccept,
    onTopUp,
    limits,
    payButton,
  } = props;
  const due = price && money(price.currency, price.total);
  return (
    <div className={styles.summary}>
      <PriceLines price={price} />
      <div className={styles.currency}>
        {onCurrency && <CurrencyChoice currency={price?.currency ?? "NGN"} onChange={onCurrency} />}
        <p className={styles.rate}>
          $1 USD to Naira <Money amount={price && money("NGN", price.rate)} />
        </p>
      </div>
      <MemberLimits limits={limits} />
      {!limits?.needsApproval && (
        <PaymentMethodChoice
          labels={paymentMethodLabels}
          method={method}
          onMethod={onMethod}
          wallet={wallet}
          due={due}
          onTopUp={onTopUp}
        />
      )}
      {types.length > 0 && (
        <div className={styles.refunds}>
          <MayShow mayShow={mayShow} as="sentences" />
          <RefundTerms types={types} />
        </div>
      )}
      <Checkbox
        checked={accepted}
        onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
        label={
          <>
            I accept the{" "}
            <a href="/privacy_policy" data-legal>
              Privacy Policy
            </a>{" "}
            and the{" "}
            <a href="/terms_of_service" data-legal>
              Terms of Service
            </a>
          </>
        }
      />
      {payButton}
    </div>
  );
}

/** The option values: 1 is naira, 2 is dollars. */
const currencyValues = { NGN: "1", USD: "2" } as const satisfies Record<Currency, string>;
const currencyNames = { NGN: "₦ Naira", USD: "$ Dollar" } as const satisfies Record<Currency, string>;
const currencies = ["NGN", "USD"] as const;

function CurrencyChoice(props: { readonly currency: Currency; readonly onChange: (currency: Currency) => void }) {
  return (
    <fieldset className={styles.segments}>
      <legend className="only-heard">Currency</legend>
      {currencies.map((currency) => (
        <label key={currency} className={styles.segment}>
          <input
            type="radio"
            name="currency"
            className={styles.radio}
            value={currencyValues[currency]}
            checked={props.currency === currency}
            onChange={() => props.onChange(currency)}
          />
          {currencyNames[currency]}
        </label>
      ))}
    </fieldset>
  );
}

type PayButtonProps = {
  readonly due: Amount;
  /** What is still missing; empty if the button is enabled. */
  readonly missingSteps: readonly string[];
  /** A known obstacle to the payment; the button stays enabled. */
  readonly warning: string | undefined;
  readonly busy: string | false;
  /** A colleague must approve before anything is paid. */
  readonly needsApproval?: boolean;
  readonly onPay: () => void;
};

/** The Payment button, and what is still missing [PAY-04 C-15]. */
export function PayButton({ due, missingSteps, warning, busy, needsApproval = false, onPay }: PayButtonProps) {
  const id = useId();
  const isBlocked = missingSteps.length > 0;
  return (
    <div className={styles.pay}>
      <Button
        kind="primary"
        wide
        disabled={isBlocked}
        busy={busy}
        aria-describedby={isBlocked || warning ? id : undefined}
        onClick={() => isBlocked || onPay()}
      >
        <span className="figures">
          {needsApproval ? "Request approval" : due.minor > 0n ? `${texts.payment} ${formatMoney(due)}` : texts.payment}
        </span>
      </Button>
      <div id={id} className={styles.hints} role="status">
        {missingSteps.map((hint) => (
          <p key={hint}>{hint}</p>
        ))}
        {warning && <p>{warning}</p>}
      </div>
    </div>
  );
}
