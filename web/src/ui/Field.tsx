import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import styles from "./Field.module.css";
import { ProblemIcon } from "./icons.tsx";

/** What every control accepts besides its own: a form library's `getInputProps` fits in as it is. */
export type FieldProps = {
  readonly label: ReactNode;
  /** One short line under the label, before the person types. */
  readonly hint?: ReactNode;
  /** What is wrong, in words. Its presence marks the control as invalid. */
  readonly error?: ReactNode;
  /** Says "optional" beside the label; everything else is required. */
  readonly optional?: boolean;
  /** The label is heard but not seen, where the place makes it plain (a search box). */
  readonly labelHidden?: boolean;
};

/** What the control inside a field must carry. */
export type ControlIds = {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
};

type Props = FieldProps & { readonly id?: string | undefined; readonly children: (control: ControlIds) => ReactNode };

/** Label, control, hint and error, tied together for eyes and ears. */
export function Field({ label, hint, error, optional, labelHidden, id: given, children }: Props) {
  const made = useId();
  const id = given ?? made;
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

/** The line that says what is wrong with the field above it; nothing when there is nothing to say. */
export function FieldError({ id, children }: { readonly id: string | undefined; readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <div id={id} className={styles.error}>
      <ProblemIcon size={18} />
      <span>{children}</span>
    </div>
  );
}

/** A named group of controls that answer one question together. */
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
