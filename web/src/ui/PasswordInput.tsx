import { useState } from "react";
import { IconButton } from "./Button.tsx";
import { classes } from "./classes.ts";
import control from "./control.module.css";
import { Field } from "./Field.tsx";
import { EyeIcon, EyeOffIcon } from "./icons.tsx";
import styles from "./PasswordInput.module.css";
import type { TextInputProps } from "./TextInput.tsx";

/** A password field with a show button. Pass `autoComplete` as `current-password` or `new-password`. */
export function PasswordInput({ label, hint, error, optional, labelHidden, id, className, ...rest }: TextInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id }}>
      {(ids) => (
        <div className={control.wrap}>
          <input
            className={classes(control.box, styles.input, className)}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            type={shown ? "text" : "password"}
            {...ids}
          />
          <span className={control.after}>
            <IconButton
              className={styles.toggle}
              label={shown ? "Hide password" : "Show password"}
              aria-controls={ids.id}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOffIcon /> : <EyeIcon />}
            </IconButton>
          </span>
        </div>
      )}
    </Field>
  );
}
