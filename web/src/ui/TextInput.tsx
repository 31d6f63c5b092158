import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import control from "./control.module.css";
import { Field, type FieldProps } from "./Field.tsx";

export type TextInputProps = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

export function TextInput({ label, hint, error, optional, labelHidden, id, className, ...rest }: TextInputProps) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id }}>
      {(ids) => <input type="text" className={classes(control.box, className)} {...rest} {...ids} />}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

export function TextArea({ label, hint, error, optional, labelHidden, id, className, ...rest }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id }}>
      {(ids) => <textarea rows={3} className={classes(control.box, className)} {...rest} {...ids} />}
    </Field>
  );
}
