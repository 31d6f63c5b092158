import { purposeCodes, purposes } from "@idanimo/contract/consent";
import { purposeNoteMaxLength } from "@idanimo/contract/limits";
import type { ComponentProps } from "react";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Details.module.css";
import { asksSomebody } from "./rules.ts";
import { SearchFields, SearchPart } from "./SearchFields.tsx";
import { howItGoes } from "./words.ts";

/** What is looked for and why, and how it goes on from there. Source: WIZARD-18 to WIZARD-28. */
export function Details(search: ComponentProps<typeof SearchFields>) {
  const { draft, faults, purpose, leaveNote } = search.state;
  return (
    <div className={styles.details}>
      {draft.types.length > 0 ? (
        <SearchFields {...search} />
      ) : (
        <p className={styles.empty}>Choose what to check, and the boxes to fill in appear here.</p>
      )}
      {asksSomebody(draft.types) && (
        <SearchPart label="What the person is told" title={draft.types.length > 1 && "What the person is told"}>
          <Select
            id="search-purpose"
            label="Why do you ask?"
            hint="They will see this."
            error={faults["purpose"]}
            value={draft.purposeCode}
            onChange={({ currentTarget }) => purpose({ purposeCode: currentTarget.value })}
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
            autoComplete="off"
            value={draft.purposeNote}
            onChange={({ currentTarget: { value: note } }) => {
              purpose({ purposeNote: note });
              if (note.trim().length > purposeNoteMaxLength) leaveNote(note);
            }}
            onBlur={() => leaveNote()}
          />
        </SearchPart>
      )}
      <section className={styles.how} aria-labelledby="how-to-verify">
        <h3 id="how-to-verify" className={styles.title}>
          How to verify
        </h3>
        <ol className={styles.steps}>
          {howItGoes(draft.types).map(({ step, more }) => (
            <li key={step}>
              <span className={styles.step}>{step}</span>
              <br />
              {more}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
