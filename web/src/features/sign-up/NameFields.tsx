import styles from "../../ui/Form.module.css";
import { TextInput, type TextInputProps } from "../../ui/TextInput.tsx";

/** The props that a form passes to one of its fields. */
type FieldBinding = Pick<TextInputProps, "name" | "value" | "error" | "onChange">;
type Props = { readonly fields: (name: "firstName" | "lastName") => FieldBinding };

/** First and last name, in both forms. */
export function NameFields({ fields }: Props) {
  return (
    <div className={styles.pair}>
      <TextInput label="First name" autoComplete="given-name" autoCapitalize="words" {...fields("firstName")} />
      <TextInput label="Last name" autoComplete="family-name" autoCapitalize="words" {...fields("lastName")} />
    </div>
  );
}

/** The email address, in both forms. */
export function EmailField(bound: FieldBinding) {
  return (
    <TextInput
      label="Email"
      hint="We'll send a six-digit code here."
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...bound}
    />
  );
}
