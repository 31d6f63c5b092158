import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { type ComponentProps, useState } from "react";
import type { PhoneEntry } from "../features/profile/ProfileForm.tsx";
import { defaultCountry, isFullNumber, toInternational } from "../features/sign-up/phone.ts";
import { PhoneField } from "../features/sign-up/PhoneField.tsx";

/** The sign-up's phone field, for an account that has no number yet. */
export function AccountPhone({ onChange, error }: ComponentProps<PhoneEntry>) {
  const [country, setCountry] = useState<string>(defaultCountry);
  const [phone, setPhone] = useState("");
  function take(code: string, typed: string) {
    setCountry(code);
    setPhone(typed);
    const number = toInternational(code, typed);
    onChange({ number, isFull: isFullNumber(code, typed) && isWhole(number) });
  }
  return (
    <PhoneField
      country={country}
      phone={phone}
      error={error}
      onCountry={(code) => take(code, phone)}
      onPhone={(typed) => take(country, typed)}
    />
  );
}

/** Stricter than the sign-up, where a number can still be mended: this one stays. */
function isWhole(number: string | undefined): boolean {
  return number === undefined || parsePhoneNumberFromString(number)?.isPossible() === true;
}
