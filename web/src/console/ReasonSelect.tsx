import { viewReasons } from "@idanimo/contract/console/rights";
import { Select } from "../ui/Select.tsx";

type Props = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (reason: string) => void;
};

const labels = Object.entries(viewReasons).map(([code, sentence]) => ({
  code,
  label: sentence.charAt(0).toUpperCase() + sentence.slice(1),
}));

/** Why an operator looks at an account, in the words that its owner reads. */
export function ReasonSelect({ value, error, onChange }: Props) {
  return (
    <Select
      label="Reason"
      hint="The account's owner reads it."
      name="reason"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">Choose a reason</option>
      {labels.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </Select>
  );
}
