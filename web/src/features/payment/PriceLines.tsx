import { type Currency, money } from "@idanimo/contract/money";
import { Money } from "../../ui/Money.tsx";
import styles from "./PriceLines.module.css";

/** A price for display, computed here or frozen by the server. Minor units. */
export type DisplayedPrice = {
  readonly currency: Currency;
  /** `count` is the quantity behind the amount: two bureaus, seven lines. */
  readonly lines: readonly { readonly label: string; readonly amount: bigint; readonly count?: string | undefined }[];
  readonly tax: bigint;
  readonly total: bigint;
  readonly rate: bigint;
};

/**
 * Price lines, tax, charges and the total due; dashes if the price could not be loaded [PRICE-09 PRICE-10
 * PRICE-11].
 */
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
