import type { SearchField } from "@idanimo/contract/catalogue";
import type { ReactNode } from "react";
import { classes } from "../../ui/classes.ts";
import control from "../../ui/control.module.css";
import { Field } from "../../ui/Field.tsx";
import { GroupedInput } from "../../ui/GroupedInput.tsx";
import { NumberGroupsInput } from "../../ui/NumberGroupsInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { fieldLooks, markedRequired } from "./fields.ts";
import { PictureField } from "./PictureField.tsx";
import { codeTyped, dateShown } from "./typed.ts";

type Props = {
  readonly name: SearchField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
};

/** The box of one field: what cannot stand in it cannot be typed. Source: WIZARD-20 to WIZARD-28. */
export function SearchBox({ name, value, error, onChange, onBlur }: Props): ReactNode {
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
        />
      );
    case "code":
      return (
        <Field {...field}>
          {(ids) => (
            <GroupedInput
              className={classes(control.box, "figures")}
              autoCapitalize="characters"
              value={value}
              read={(typed, before) => codeTyped(typed, before, look.maxLength)}
              show={(code) => code}
              isPlain={(character) => /[a-z0-9]/i.test(character)}
              onChange={onChange}
              onBlur={onBlur}
              {...ids}
            />
          )}
        </Field>
      );
    case "date":
      return (
        <Field {...field}>
          {(ids) => (
            <GroupedInput
              className={classes(control.box, "figures")}
              inputMode="numeric"
              aria-required={required}
              value={value.replaceAll("/", "")}
              read={(typed) => typed.replace(/\D/g, "").slice(0, 8)}
              show={dateShown}
              isPlain={(character) => character !== "/"}
              onChange={(digits) => onChange(dateShown(digits))}
              onBlur={onBlur}
              {...ids}
            />
          )}
        </Field>
      );
    case "text":
      return (
        <TextInput
          {...field}
          value={value}
          maxLength={look.maxLength}
          autoComplete="off"
          spellCheck={false}
          aria-required={required}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
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
