import * as texts from "@idanimo/contract/texts";
import { classes } from "../../ui/classes.ts";
import control from "../../ui/control.module.css";
import { Field } from "../../ui/Field.tsx";
import { groupDigits } from "../../ui/grouped.ts";
import { GroupedInput } from "../../ui/GroupedInput.tsx";

type Props = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

/** The NIN of who signs up, in groups. What is no digit stays there to be seen, with the reason. Source: SIGNUP-26. */
export function NinField({ value, error, onChange }: Props) {
  return (
    <Field
      label="National Identification Number (NIN)"
      hint="Your own, 11 digits. We keep it encrypted and never show it whole."
      error={error ?? (/\D/.test(value) && texts.onlyNumbers)}
    >
      {(ids) => (
        <GroupedInput
          className={classes(control.box, "figures")}
          name="nin"
          inputMode="numeric"
          value={value}
          read={(typed) => typed.replace(/\s/g, "")}
          show={(nin) => (/\D/.test(nin) ? nin : groupDigits(nin, [3, 4, 4]))}
          isPlain={(character) => character !== " "}
          onChange={onChange}
          {...ids}
        />
      )}
    </Field>
  );
}
