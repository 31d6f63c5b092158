import { ninLength } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { classes } from "../../ui/classes.ts";
import control from "../../ui/control.module.css";
import { Field } from "../../ui/Field.tsx";
import { stripSeparators, digitsFormat } from "../../ui/input-formats.ts";
import { GroupedInput } from "../../ui/GroupedInput.tsx";
import type { InputFormat } from "../../ui/input-format.ts";

type Props = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

const ninDigits = digitsFormat(ninLength, [3, 4, 4]);
const ninFormat: InputFormat = {
  ...ninDigits,
  read: (change) => (change.kind === "key" ? { value: stripSeparators(change.plain) } : ninDigits.read(change)),
};

/** The NIN of the person who signs up, in groups. Invalid characters stay visible, with an error [SIGNUP-26]. */
export function NinField({ value, error, onChange }: Props) {
  return (
    <Field
      label="National Identification Number (NIN)"
      hint="Your own NIN, 11 digits. Encrypted. We only ever show the last two digits."
      error={error ?? (/\D/.test(value) && texts.onlyNumbers)}
    >
      {(ids) => (
        <GroupedInput
          className={classes(control.box, "figures")}
          name="nin"
          inputMode="numeric"
          value={value}
          {...ninFormat}
          onChange={onChange}
          {...ids}
        />
      )}
    </Field>
  );
}
