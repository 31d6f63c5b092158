import { rowOf, type SearchField, type SearchOption, type SearchType } from "@idanimo/contract/catalogue";
import { formatMoney, type Money } from "@idanimo/contract/money";
import type { ReactNode } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { FieldError, FieldSet } from "../../ui/Field.tsx";
import { optionGroups, optionLabels } from "./fields.ts";
import { choicesOf, fieldsOf } from "./rules.ts";
import { SearchBox } from "./SearchBox.tsx";
import styles from "./SearchFields.module.css";
import type { Slots } from "./slots.ts";
import type { DraftState } from "./use-draft.ts";

type Props = {
  readonly state: DraftState;
  readonly slots: Slots;
  /** What a tick adds to the price. */
  readonly priceOfTick: (type: SearchType, option: SearchOption) => Money;
};

/** The boxes and ticks of each chosen search type, made from the catalogue. */
export function SearchFields({ state, slots, priceOfTick }: Props) {
  const { draft, faults } = state;
  const several = draft.types.length > 1;
  return (
    <>
      {draft.types.map((type) => {
        const { label, needsOneOption } = rowOf(type);
        const choices = choicesOf(type);
        const group = optionGroups[type];
        const fault = needsOneOption ? faults["options"] : undefined;
        return (
          <SearchPart key={type} label={`What to search: ${label}`} title={several && label}>
            {fieldsOf(type).map((name) => (
              <OneField key={name} {...{ type, name, state, slots }} />
            ))}
            {choices.length > 0 && (
              <FieldSet legend={group?.legend ?? label} hint={group?.hint} error={fault}>
                {choices.map((option) => (
                  <Checkbox
                    key={option}
                    label={optionLabels[option]}
                    hint={`+ ${formatMoney(priceOfTick(type, option))}`}
                    checked={draft.options.includes(option)}
                    aria-invalid={fault ? true : undefined}
                    onChange={() => state.tick(option)}
                  />
                ))}
              </FieldSet>
            )}
          </SearchPart>
        );
      })}
    </>
  );
}

type PartProps = {
  readonly label: string;
  /** Shown where there are several parts to tell apart. */
  readonly title: string | false;
  readonly children: ReactNode;
};

/** Boxes that belong together, apart from those of the other parts. */
export function SearchPart({ label, title, children }: PartProps) {
  return (
    <section className={styles.search} aria-label={label}>
      {title && <h3 className={styles.title}>{title}</h3>}
      {children}
    </section>
  );
}

type OneProps = {
  readonly type: SearchType;
  readonly name: SearchField;
  readonly state: DraftState;
  readonly slots: Slots;
};

function OneField({ type, name, state, slots: { BulkField, FaceField } }: OneProps) {
  const { draft, faults } = state;
  const value = draft.values[name];
  if (name === "nin_csv" && BulkField)
    return (
      <div data-invalid={faults[name] ? true : undefined}>
        <BulkField upload={draft.upload} onChange={state.upload} />
        <FieldError id={undefined}>{faults[name]}</FieldError>
      </div>
    );
  if (name === "face" && FaceField)
    return (
      <div data-invalid={faults[name] ? true : undefined}>
        <FaceField reference={value} onChange={(reference) => state.type(name, reference ?? "")} />
        <FieldError id={undefined}>{faults[name]}</FieldError>
      </div>
    );
  return (
    <SearchBox
      name={name}
      value={value ?? ""}
      error={faults[name]}
      onChange={(typed) => state.type(name, typed)}
      onBlur={() => state.leave(type, name)}
      onUnread={(text) => state.leave(type, name, text)}
    />
  );
}
