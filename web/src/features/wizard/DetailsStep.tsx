import { isFileCheck } from "@idanimo/contract/catalogue";
import { purposeCodes } from "@idanimo/contract/consent";
import { purposeNoteMaxLength, requestLabelMaxLength } from "@idanimo/contract/limits";
import type { ComponentProps } from "react";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./DetailsStep.module.css";
import { MayShow } from "./MayShow.tsx";
import { ExpectedNameFields } from "./ExpectedNameFields.tsx";
import { canCompareName, disclosuresOf, effectivePurpose, requiresConsent } from "./rules.ts";
import { SearchFields, SearchSection } from "./SearchFields.tsx";
import { clearedPurposeMessage, instructionSteps, purposeOption } from "./copy.ts";

/** The search fields, the purpose and the next steps [WIZARD-18 to WIZARD-28]. */
export function DetailsStep(search: ComponentProps<typeof SearchFields>) {
  const { draft, errors, setPurpose, validateNoteOnBlur, setLabel, validateLabelOnBlur } = search.state;
  const clearedMessage = clearedPurposeMessage(draft);
  return (
    <div className={styles.details}>
      {draft.types.length > 0 ? <SearchFields {...search} /> : <p className={styles.empty}>Choose a check to begin.</p>}
      {canCompareName(draft.types) && (
        <SearchSection label="Their name" title={draft.types.length > 1 && "Their name"}>
          <ExpectedNameFields state={search.state} />
        </SearchSection>
      )}
      {requiresConsent(draft.types) && (
        <SearchSection label="What the person sees" title={draft.types.length > 1 && "What the person sees"}>
          <div>
            <Select
              id="search-purpose"
              label="Reason for this check"
              hint="The person will see it."
              error={errors["purpose"] ?? clearedMessage}
              value={effectivePurpose(draft) ?? ""}
              onChange={({ currentTarget }) => setPurpose({ purposeCode: currentTarget.value })}
            >
              <option value="">Choose a reason</option>
              {purposeCodes.map((code) => {
                const { label, isAllowed } = purposeOption(draft.types, code);
                return (
                  <option key={code} value={code} disabled={!isAllowed}>
                    {label}
                  </option>
                );
              })}
            </Select>
            <div className={styles.shown} aria-live="polite">
              {clearedMessage && <p className="only-heard">{clearedMessage}</p>}
              <MayShow mayShow={disclosuresOf(draft)} />
            </div>
          </div>
          <TextInput
            id="search-purposeNote"
            label="Message to the person"
            optional
            hint="The person will see this too."
            error={errors["purposeNote"]}
            autoComplete="off"
            value={draft.purposeNote}
            onChange={({ currentTarget: { value: note } }) => {
              setPurpose({ purposeNote: note });
              if (note.trim().length > purposeNoteMaxLength) validateNoteOnBlur(note);
            }}
            onBlur={() => validateNoteOnBlur()}
          />
        </SearchSection>
      )}
      {draft.types.length > 0 && !draft.types.some(isFileCheck) && (
        <SearchSection label="Your label" title={draft.types.length > 1 && "Your label"}>
          <TextInput
            id="search-label"
            label="Private label"
            optional
            hint="For example: Candidate: Chinedu. Only you see it, in your history and reports."
            error={errors["label"]}
            autoComplete="off"
            value={draft.label}
            onChange={({ currentTarget: { value: label } }) => {
              setLabel(label);
              if (label.trim().length > requestLabelMaxLength) validateLabelOnBlur(label);
            }}
            onBlur={() => validateLabelOnBlur()}
          />
        </SearchSection>
      )}
      <section className={styles.how} aria-labelledby="how-to-verify">
        <h3 id="how-to-verify" className={styles.title}>
          How to verify
        </h3>
        <ol className={styles.steps}>
          {instructionSteps(draft.types).map(({ step, more }) => (
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
