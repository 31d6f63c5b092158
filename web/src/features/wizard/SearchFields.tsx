import { rowOf, type SearchField, type SearchOption, type SearchType } from "@idanimo/contract/catalogue";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { FieldSet } from "../../ui/Field.tsx";
import { NumberGroupsInput } from "../../ui/NumberGroupsInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { fieldLooks, optionLabels } from "./fields.ts";
import { type Draft, fieldsOf } from "./rules.ts";

type Props = {
  readonly draft: Draft;
  readonly faults: Readonly<Record<string, string>>;
  readonly onValue: (name: SearchField, value: string) => void;
  readonly onLeave: (type: SearchType, name: SearchField) => void;
  readonly onOption: (option: SearchOption) => void;
};

/** The boxes of the chosen search types, made from the catalogue. A value two types share is asked for once. */
export function SearchFields({ draft, faults, onValue, onLeave, onOption }: Props) {
  const asked = new Map(draft.types.flatMap((type) => fieldsOf(type).map((name) => [name, type] as const)));
  return (
    <>
      {[...asked].map(([name, type]) => (
        <SearchBox
          key={name}
          name={name}
          value={draft.values[name] ?? ""}
          error={faults[name]}
          onChange={(value) => onValue(name, value)}
          onBlur={() => onLeave(type, name)}
        />
      ))}
      {draft.types.map((type) => {
        const { options, needsOneOption, label } = rowOf(type);
        if (options.length === 0) return null;
        return (
          <FieldSet key={type} legend={`${label}: what to look into`} error={needsOneOption && faults["options"]}>
            {options.map((option) => (
              <Checkbox
                key={option}
                label={optionLabels[option]}
                checked={draft.options.includes(option)}
                onChange={() => onOption(option)}
              />
            ))}
          </FieldSet>
        );
      })}
    </>
  );
}

type BoxProps = {
  readonly name: SearchField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
};

function SearchBox({ name, value, error, onChange, onBlur }: BoxProps) {
  const look = fieldLooks[name];
  if (!look) return null;
  const id = `search-${name}`;
  switch (look.kind) {
    case "digits":
      return (
        <NumberGroupsInput
          label={look.label}
          hint={look.hint}
          length={look.length}
          groups={look.groups}
          id={id}
          value={value}
          error={error}
          onChange={onChange}
          onBlur={onBlur}
        />
      );
    case "text":
      return (
        <TextInput
          id={id}
          label={look.label}
          hint={look.hint}
          error={error}
          value={value}
          maxLength={look.maxLength}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize={look.capitals ? "characters" : undefined}
          onChange={({ currentTarget }) =>
            onChange(look.capitals ? currentTarget.value.toUpperCase().replace(/[^A-Z0-9]/g, "") : currentTarget.value)
          }
          onBlur={onBlur}
        />
      );
    case "choice":
      return (
        <Select
          id={id}
          label={look.label}
          error={error}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onBlur}
        >
          <option value="">Choose</option>
          {Object.entries(look.choices).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </Select>
      );
  }
}
