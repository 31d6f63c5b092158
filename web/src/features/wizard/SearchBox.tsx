import type { SearchField } from "@idanimo/contract/catalogue";
import type { ReactElement } from "react";
import { classes } from "../../ui/classes.ts";
import control from "../../ui/control.module.css";
import { Field } from "../../ui/Field.tsx";
import { codeFormat } from "../../ui/grouped.ts";
import { GroupedInput } from "../../ui/GroupedInput.tsx";
import { NumberGroupsInput } from "../../ui/NumberGroupsInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { fieldLooks, markedRequired } from "./fields.ts";
import { PictureField } from "./PictureField.tsx";
import { dateFormat, phoneFormat } from "./typed.ts";

type Props = {
  readonly name: SearchField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  /** The box contains a text that it is not for. */
  readonly onUnread: (text: string) => void;
};

/** The box of one field: it takes no key that its value cannot contain. Source: WIZARD-20 to WIZARD-28. */
export function SearchBox({ name, value, error, onChange, onBlur, onUnread }: Props): ReactElement | null {
  const look = fieldLooks[name];
  if (!look) return null;
  const isMarked = markedRequired.includes(name);
  const label = isMarked ? (
    <>
      {look.label} <span className="quiet">required</span>
    </>
  ) : (
    look.label
  );
  const id = `search-${name}`;
  const field = { id, label, hint: look.hint, error };
  const required = isMarked || undefined;
  const grouped = { className: classes(control.box, "figures"), value, onChange, onBlur, onUnread };
  switch (look.kind) {
    case "digits":
      return (
        <NumberGroupsInput
          {...field}
          length={look.length}
          groups={look.groups}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          onUnread={onUnread}
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
              {...codeFormat(look.maxLength, look.isExact)}
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
            if (text.trim().length > look.maxLength) onUnread(text);
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
          {Object.entries(look.choices).map(([code, words]) => (
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
