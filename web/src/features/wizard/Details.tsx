import { purposeCodes, purposes } from "@idanimo/contract/consent";
import { purposeNoteMaxLength } from "@idanimo/contract/limits";
import type { ComponentProps } from "react";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Details.module.css";
import { asksSomebody, howItGoes } from "./rules.ts";
import { SearchFields } from "./SearchFields.tsx";

type Props = ComponentProps<typeof SearchFields> & {
  readonly onPurpose: (part: { readonly purposeCode?: string; readonly purposeNote?: string }) => void;
  readonly onLeaveNote: () => void;
};

/** What is looked for and why, and how it goes on from there. Source: WIZARD-18 to WIZARD-28. */
export function Details({ onPurpose, onLeaveNote, ...search }: Props) {
  const { draft, faults } = search;
  const chosen = draft.types.length > 0;
  return (
    <div className={styles.details}>
      {chosen ? (
        <SearchFields {...search} />
      ) : (
        <p className={styles.empty}>Choose what to check, and the boxes to fill in appear here.</p>
      )}
      {asksSomebody(draft.types) && (
        <>
          <Select
            id="search-purpose"
            label="Why do you ask?"
            hint="They will see this."
            error={faults["purpose"]}
            value={draft.purposeCode}
            onChange={({ currentTarget }) => onPurpose({ purposeCode: currentTarget.value })}
          >
            <option value="">Choose a reason</option>
            {purposeCodes.map((code) => (
              <option key={code} value={code}>
                {purposes[code]}
              </option>
            ))}
          </Select>
          <TextInput
            id="search-purposeNote"
            label="A few words to them"
            optional
            hint="They will see this too."
            error={faults["purposeNote"]}
            maxLength={purposeNoteMaxLength}
            autoComplete="off"
            value={draft.purposeNote}
            onChange={({ currentTarget }) => onPurpose({ purposeNote: currentTarget.value })}
            onBlur={onLeaveNote}
          />
        </>
      )}
      <section className={styles.how} aria-labelledby="how-to-verify">
        <h3 id="how-to-verify" className={styles.title}>
          How to verify
        </h3>
        <ol className={styles.steps}>
          {howItGoes(draft.types).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}
