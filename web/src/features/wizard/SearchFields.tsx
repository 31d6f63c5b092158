import { detailsOf } from "@idanimo/contract/checks/details";
import { catalogueRowOf, type SearchField, type SearchOption, type SearchType } from "@idanimo/contract/catalogue";
import { formatMoney, type Money } from "@idanimo/contract/money";
import type { ReactNode } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { FieldError, FieldSet } from "../../ui/Field.tsx";
import { selectableOptions, fieldsOf } from "./rules.ts";
import { SearchFieldInput } from "./SearchFieldInput.tsx";
import styles from "./SearchFields.module.css";
import type { WizardSlots } from "./slots.ts";
import type { DraftState } from "./use-draft.ts";

type Props = {
  readonly state: DraftState;
  readonly slots: WizardSlots;
  /** The amount that an option adds to the price. */
  readonly optionPrice: (type: SearchType, option: SearchOption) => Money;
};

/** The fields and options of each chosen search type, from the catalogue. */
export function SearchFields({ state, slots, optionPrice }: Props) {
  const { draft, errors } = state;
  const several = draft.types.length > 1;
  return (
    <>
      {draft.types.map((type) => {
        const { question, label, needsOneOption } = catalogueRowOf(type);
        const { optionLabels, optionsLegend } = detailsOf(type);
        const choices = selectableOptions(type);
        const error = needsOneOption ? errors["options"] : undefined;
        return (
          <SearchSection key={type} label={`What to check: ${label}`} title={several && label}>
            {fieldsOf(type).map((name) => (
              <FieldInput key={name} {...{ type, name, state, slots }} />
            ))}
            {question && <p className="quiet">They learn only: {question.learns}.</p>}
            {choices.length === 0 && optionsLegend?.hint && <p className="quiet">{optionsLegend.hint}</p>}
            {choices.length > 0 && (
              <FieldSet legend={optionsLegend?.legend ?? label} hint={optionsLegend?.hint} error={error}>
                {choices.map((option) => (
                  <Checkbox
                    key={option}
                    label={optionLabels?.[option] ?? option}
                    hint={`+ ${formatMoney(optionPrice(type, option))}`}
                    checked={draft.options.includes(option)}
                    aria-invalid={error ? true : undefined}
                    onChange={() => state.toggleOption(option)}
                  />
                ))}
              </FieldSet>
            )}
          </SearchSection>
        );
      })}
    </>
  );
}

type SearchSectionProps = {
  readonly label: string;
  /** Shown if there are several sections. */
  readonly title: string | false;
  readonly children: ReactNode;
};

/** A group of related fields, separate from the other sections. */
export function SearchSection({ label, title, children }: SearchSectionProps) {
  return (
    <section className={styles.search} aria-label={label}>
      {title && <h3 className={styles.title}>{title}</h3>}
      {children}
    </section>
  );
}

type FieldInputProps = {
  readonly type: SearchType;
  readonly name: SearchField;
  readonly state: DraftState;
  readonly slots: WizardSlots;
};

function FieldInput({ type, name, state, slots: { BulkField, FaceField } }: FieldInputProps) {
  const { draft, errors: faults } = state;
  const value = draft.values[name];
  if (name === "nin_csv" && BulkField)
    return (
      <div data-invalid={faults[name] ? true : undefined}>
        <BulkField upload={draft.upload} onChange={state.setUpload} />
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
    <SearchFieldInput
      type={type}
      name={name}
      value={value ?? ""}
      error={faults[name]}
      onChange={(typed) => state.type(name, typed)}
      onBlur={() => state.validateOnBlur(type, name)}
      onRejected={(text) => state.validateOnBlur(type, name, text)}
    />
  );
}
