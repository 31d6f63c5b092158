import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./Checkbox.module.css";
import { FieldError } from "./Field.tsx";

type Props = Omit<ComponentProps<"input">, "type"> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
};

/** A checkbox. The label may contain links. */
export function Checkbox({ label, hint, error, id: given, ...rest }: Props) {
  const generatedId = useId();
  const id = given ?? generatedId;
  const described = [hint ? `${id}-hint` : undefined, error ? `${id}-error` : undefined].filter(Boolean).join(" ");
  return (
    <div className={styles.choice}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.box}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : rest["aria-invalid"]}
      />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className={styles.hint}>
            {hint}
          </div>
        )}
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  );
}
