import type { Currency } from "@idanimo/contract/money";
import { classes } from "./classes.ts";
import control from "./control.module.css";
import { Field, type FieldProps } from "./Field.tsx";
import { moneyFormat } from "./input-formats.ts";
import { GroupedInput } from "./GroupedInput.tsx";
import styles from "./MoneyInput.module.css";

type Props = FieldProps & {
  readonly id?: string;
  readonly name?: string;
  readonly currency: Currency;
  /**
   * Decimal text in major units as the contract parses it: empty, `1500`, `1500.50`; or a pasted text that is not an
   * amount.
   */
  readonly value: string;
  readonly onChange: (amount: string) => void;
  /** Called with a text that is not an amount. */
  readonly onRejected?: (text: string) => void;
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
  readonly "data-path"?: string;
};

const currencySigns = { NGN: "₦", USD: "$" } as const satisfies Record<Currency, string>;

/** An amount of money with its currency sign; thousands are grouped while typing. */
export function MoneyInput({ label, hint, error, optional, labelHidden, id, currency, ...rest }: Props) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id }}>
      {(ids) => (
        <div className={control.wrap}>
          <span className={control.before} aria-hidden="true">
            {currencySigns[currency]}
          </span>
          <GroupedInput
            className={classes(control.box, styles.input, "figures")}
            inputMode="decimal"
            {...moneyFormat(currency)}
            {...rest}
            {...ids}
          />
        </div>
      )}
    </Field>
  );
}
