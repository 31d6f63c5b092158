import type { SearchField, SearchType } from "@idanimo/contract/catalogue";
import type { ReactElement } from "react";
import { classes } from "../../ui/classes.ts";
import control from "../../ui/control.module.css";
import { Field } from "../../ui/Field.tsx";
import { codeFormat } from "../../ui/input-formats.ts";
import { GroupedInput } from "../../ui/GroupedInput.tsx";
import { NumberGroupsInput } from "../../ui/NumberGroupsInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { fieldInputOf } from "./fields.ts";
import { PictureField } from "./PictureField.tsx";
import { dateFormat, phoneFormat } from "./input-formats.ts";

type Props = {
  readonly type: SearchType;
  readonly name: SearchField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  /** The input contains a text that does not fit the field. */
  readonly onRejected: (text: string) => void;
};

/** The input of one field: it ignores keys that its value cannot contain [WIZARD-20 to WIZARD-28]. */
export function SearchFieldInput({
  type,
  name,
  value,
  error,
  onChange,
  onBlur,
  onRejected,
}: Props): ReactElement | null {
  const definition = fieldInputOf(type, name);
  if (!definition) return null;
  const isMarked = definition.isMarkedRequired;
  const label = isMarked ? (
    <>
      {definition.label} <span className="quiet">required</span>
    </>
  ) : (
    definition.label
  );
  const id = `search-${name}`;
  const field = { id, label, hint: definition.hint, error };
  const required = isMarked || undefined;
  const grouped = { className: classes(control.box, "figures"), value, onChange, onBlur, onRejected };
  switch (definition.kind) {
    case "digits":
      return (
        <NumberGroupsInput
          {...field}
          length={definition.length}
          groups={definition.groups}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          onRejected={onRejected}
        />
      );
    case "phone":
      return (
        <Field {...field}>{(ids) => <GroupedInput {...grouped} {...phoneFormat} inputMode="tel" {...ids} />}</Field>
      );
    case "code":
      return (
        <Field {...field}>
          {(ids) => (
            <GroupedInput
              {...grouped}
              {...codeFormat(definition.maxLength, definition.isExact)}
              autoCapitalize="characters"
              {...ids}
            />
          )}
        </Field>
      );
    case "date":
      return (
        <Field {...field}>
          {(ids) => <GroupedInput {...grouped} {...dateFormat} inputMode="numeric" aria-required={required} {...ids} />}
        </Field>
      );
    case "text":
      return (
        <TextInput
          {...field}
          value={value}
          autoComplete="off"
          spellCheck={false}
          aria-required={required}
          onChange={({ currentTarget: { value: text } }) => {
            onChange(text);
            if (text.trim().length > definition.maxLength) onRejected(text);
          }}
          onBlur={onBlur}
        />
      );
    case "choice":
      return (
        <Select
          {...field}
          value={value}
          aria-required={required}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onBlur}
        >
          <option value="">Choose</option>
          {definition.choices.map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </Select>
      );
    case "picture":
      return <PictureField {...field} value={value} onChange={onChange} />;
  }
}
