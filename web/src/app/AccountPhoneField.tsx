import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { type ComponentProps, useState } from "react";
import type { PhoneEntry } from "../features/profile/ProfileForm.tsx";
import { defaultCountry, isCompleteNumber, toInternational } from "../features/sign-up/phone.ts";
import { PhoneField } from "../features/sign-up/PhoneField.tsx";

/** The phone field of the sign-up form, for an account without a phone number. */
export function AccountPhoneField({ onChange, error }: ComponentProps<PhoneEntry>) {
  const [country, setCountry] = useState<string>(defaultCountry);
  const [phone, setPhone] = useState("");
  function change(code: string, typed: string) {
    setCountry(code);
    setPhone(typed);
    const number = toInternational(code, typed);
    onChange({ number, isComplete: isCompleteNumber(code, typed) && isPossibleNumber(number) });
  }
  return (
    <PhoneField
      country={country}
      phone={phone}
      error={error}
      onCountry={(code) => change(code, phone)}
      onPhone={(typed) => change(country, typed)}
    />
  );
}

/** Stricter than at sign-up: a phone number cannot be changed once it is saved. */
function isPossibleNumber(number: string | undefined): boolean {
  return number === undefined || parsePhoneNumberFromString(number)?.isPossible() === true;
}
