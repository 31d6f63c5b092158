import { type ReactNode, useMemo } from "react";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { formatAsNational, listCountries } from "./phone.ts";
import styles from "./PhoneField.module.css";

type Props = {
  readonly country: string;
  readonly phone: string;
  readonly onCountry: (code: string) => void;
  readonly onPhone: (typed: string) => void;
  readonly error: ReactNode;
};

/** A phone number with its country; the default is Nigeria. */
export function PhoneField({ country, phone, onCountry, onPhone, error }: Props) {
  const countryOptions = useMemo(() => listCountries(), []);

  // formats complete numbers only: changing another would clear its error without fixing it
  function formatTyped() {
    const written = formatAsNational(country, phone);
    if (written !== phone) onPhone(written);
  }

  return (
    <div className={styles.phone}>
      <Select
        label="Country code"
        name="country"
        autoComplete="off"
        value={country}
        onChange={(event) => onCountry(event.currentTarget.value)}
      >
        {countryOptions.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Select>
      <TextInput
        label="Phone number"
        optional
        type="tel"
        inputMode="tel"
        name="phone"
        autoComplete="tel"
        value={phone}
        error={error}
        onChange={(event) => onPhone(event.currentTarget.value)}
        onBlur={formatTyped}
      />
    </div>
  );
}
