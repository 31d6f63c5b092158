import { classes } from "./classes.ts";
import control from "./control.module.css";
import { Field, type FieldProps } from "./Field.tsx";
import { digitsFormat } from "./input-formats.ts";
import { GroupedInput } from "./GroupedInput.tsx";

type Props = FieldProps & {
  readonly id?: string;
  readonly name?: string;
  /** Digits only, or an inserted text that contains no such number. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRejected?: (text: string) => void;
  readonly onBlur?: () => void;
  /** Number of digits: 11 for NIN, BVN and phone. */
  readonly length: number;
  /** Sizes of the groups from the left: `[3, 4, 4]` shows `701 2345 6789`, `[4, 3, 4]` shows `0803 555 1122`. */
  readonly groups?: readonly number[];
  readonly disabled?: boolean;
  readonly "data-path"?: string;
};

/** An identity number, shown in groups while its value stays digits. */
export function NumberGroupsInput({
  label,
  hint,
  error,
  optional,
  labelHidden,
  id,
  length,
  groups = [3, 4, 4],
  ...rest
}: Props) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id }}>
      {(ids) => (
        <GroupedInput
          className={classes(control.box, "figures")}
          inputMode="numeric"
          {...digitsFormat(length, groups)}
          {...rest}
          {...ids}
        />
      )}
    </Field>
  );
}
