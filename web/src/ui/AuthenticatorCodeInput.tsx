import { codeLength } from "@idanimo/contract/limits";
import { flushSync } from "react-dom";
import { stripSeparators } from "./input-formats.ts";
import { TextInput, type TextInputProps } from "./TextInput.tsx";

const completeCode = new RegExp(`^[0-9]{${codeLength}}$`);

/** A code from an authenticator app, alone in its form: the last digit submits the form. */
export function AuthenticatorCodeInput({ onChange, ...rest }: TextInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...rest}
      onChange={(event) => {
        const { form, value } = event.currentTarget;
        // the form sends its state, so the digit must be in it first
        flushSync(() => onChange?.(event));
        if (completeCode.test(stripSeparators(value))) form?.requestSubmit();
      }}
    />
  );
}
