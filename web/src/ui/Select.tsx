import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import control from "./control.module.css";
import { Field, type FieldProps } from "./Field.tsx";
import { ChevronIcon } from "./icons.tsx";
import styles from "./Select.module.css";

type Props = FieldProps & Omit<ComponentProps<"select">, keyof FieldProps>;

/** A native select, which phones show with their own picker. Its children are options. */
export function Select({ label, hint, error, optional, labelHidden, id, className, children, ...rest }: Props) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id }}>
      {(ids) => (
        <div className={control.wrap}>
          <select className={classes(control.box, styles.select, className)} {...rest} {...ids}>
            {children}
          </select>
          <ChevronIcon className={styles.chevron} />
        </div>
      )}
    </Field>
  );
}
