import { type Currency, money } from "@idanimo/contract/money";
import { Money } from "../../ui/Money.tsx";
import styles from "./PriceLines.module.css";

/** A price as it is shown, whether computed here or frozen by the server. Minor units. */
export type DisplayedPrice = {
  readonly currency: Currency;
  /** `count` says what the amount stands for: two bureaus, seven lines. */
  readonly lines: readonly { readonly label: string; readonly amount: bigint; readonly count?: string | undefined }[];
  readonly tax: bigint;
  readonly total: bigint;
  readonly rate: bigint;
};

/** What is paid for, tax and charges, and the total due; dashes where the price did not arrive. Source: PRICE-09 to PRICE-11. */
export function PriceLines({ price }: { readonly price: DisplayedPrice | undefined }) {
  return (
    <dl className={styles.lines}>
      {price?.lines.map((line) => (
        <div key={line.label} className={styles.line}>
          <dt>
            {line.label}
            {line.count && <span className={styles.count}>{line.count}</span>}
          </dt>
          <dd>
            <Money amount={money(price.currency, line.amount)} />
          </dd>
        </div>
      ))}
      <div className={styles.line}>
        <dt>Tax and charges</dt>
        <dd>
          <Money amount={price && money(price.currency, price.tax)} />
        </dd>
      </div>
      <div className={styles.total} aria-live="polite">
        <dt>Total due</dt>
        <dd>
          <Money amount={price && money(price.currency, price.total)} />
        </dd>
      </div>
    </dl>
  );
}
