import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import styles from "./Field.module.css";
import { ProblemIcon } from "./icons.tsx";

/** Props that every control accepts besides its own; a form library's `getInputProps` fits. */
export type FieldProps = {
  readonly label: ReactNode;
  /** One short line under the label, before the user types. */
  readonly hint?: ReactNode;
  /** What is wrong. Its presence marks the control as invalid. */
  readonly error?: ReactNode;
  /** Shows "optional" beside the label; everything else is required. */
  readonly optional?: boolean;
  /** The label is visually hidden, if the context makes it clear (a search field). */
  readonly labelHidden?: boolean;
};

/** Attributes that the control inside a field must have. */
export type ControlIds = {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
};

type Props = FieldProps & { readonly id?: string | undefined; readonly children: (control: ControlIds) => ReactNode };

/** Label, control, hint and error, connected visually and for assistive technology. */
export function Field({ label, hint, error, optional, labelHidden, id: given, children }: Props) {
  const generatedId = useId();
  const id = given ?? generatedId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? "only-heard" : styles.label}>
        {label}
        {optional && <span className={styles.optional}> optional</span>}
      </label>
      {hint && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({
        id,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** The error message of the field above; nothing without an error. */
export function FieldError({ id, children }: { readonly id: string | undefined; readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <div id={id} className={styles.error}>
      <ProblemIcon size={18} />
      <span>{children}</span>
    </div>
  );
}

/** A named group of controls for one question. */
export function FieldSet({
  legend,
  hint,
  error,
  legendHidden,
  children,
}: Pick<FieldProps, "hint" | "error"> & {
  readonly legend: ReactNode;
  readonly legendHidden?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <fieldset className={styles.group} aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}>
      <legend className={classes(legendHidden ? "only-heard" : styles.legend)}>{legend}</legend>
      {hint && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      {children}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
