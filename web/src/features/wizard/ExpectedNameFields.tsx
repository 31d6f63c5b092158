import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { expectedNameLabels } from "./fields.ts";
import styles from "./ExpectedNameFields.module.css";
import { type ExpectedNamePart, expectedNameParts } from "./rules.ts";
import type { DraftState } from "./use-draft.ts";

/** The name that the requester was given; the result compares it with the name in the record. */
export function ExpectedNameFields({ state }: { readonly state: DraftState }) {
  const { draft, errors } = state;
  const inputOf = (part: ExpectedNamePart) => (
    <TextInput
      key={part}
      id={`expected-${part}`}
      label={expectedNameLabels[part]}
      optional={part === "middlename"}
      error={errors[`expectedName.${part}`]}
      value={draft.expectedName[part]}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => state.setExpectedName({ [part]: value })}
      onBlur={() => state.validateExpectedNameOnBlur(part)}
    />
  );
  return (
    <>
      <Checkbox
        label="Compare a name you were given"
        hint="The result says if it matches the record. The person sees the name you type."
        checked={draft.hasExpectedName}
        onChange={() => state.toggleExpectedName()}
      />
      {draft.hasExpectedName && (
        <div className={styles.names} role="group" aria-label="The name you were given">
          {expectedNameParts.map(inputOf)}
        </div>
      )}
    </>
  );
}
