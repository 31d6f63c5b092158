import styles from "../../ui/Form.module.css";
import { TextInput } from "../../ui/TextInput.tsx";

type Name = "firstName" | "lastName" | "email";
type Props = { readonly inputProps: (name: Name) => object };

/** Who signs up, as both forms ask it. */
export function NameFields({ inputProps }: Props) {
  return (
    <>
      <div className={styles.pair}>
        <TextInput label="First name" name="firstName" autoComplete="given-name" {...inputProps("firstName")} />
        <TextInput label="Last name" name="lastName" autoComplete="family-name" {...inputProps("lastName")} />
      </div>
      <TextInput
        label="Email"
        hint="We send a six-digit code here."
        type="email"
        inputMode="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps("email")}
      />
    </>
  );
}
