import type { SearchField, SearchOption, SearchType } from "@idanimo/contract/catalogue";
import { useEffect, useRef, useState } from "react";
import { validateField, type DraftErrors, validateDraft } from "./draft.ts";
import {
  type BulkUpload,
  type Draft,
  emptyDraft,
  type ExpectedNamePart,
  expectedNameParts,
  toggleOption,
  toggleType,
} from "./rules.ts";

/** The user's input so far, and its errors. Held in memory only [T-19]. */
export type DraftState = {
  readonly draft: Draft;
  readonly errors: DraftErrors;
  readonly setErrors: (errors: DraftErrors) => void;
  readonly toggleType: (setValue: SearchType) => void;
  readonly type: (name: SearchField, value: string) => void;
  readonly toggleOption: (option: SearchOption) => void;
  readonly setUpload: (upload: BulkUpload | undefined) => void;
  readonly setPurpose: (part: { readonly purposeCode?: string; readonly purposeNote?: string }) => void;
  readonly setLabel: (label: string) => void;
  readonly validateLabelOnBlur: (label?: string) => void;
  /** Validates an input on blur, or one whose text does not fit its field. */
  readonly validateOnBlur: (type: SearchType, name: SearchField, text?: string) => void;
  readonly validateNoteOnBlur: (note?: string) => void;
  /** Adds or removes the name that the result compares. */
  readonly toggleExpectedName: () => void;
  readonly setExpectedName: (part: Partial<Draft["expectedName"]>) => void;
  readonly validateExpectedNameOnBlur: (part: ExpectedNamePart) => void;
};

/** @param initial of the first render */
export function useDraft(initial: () => Draft = () => emptyDraft): DraftState {
  const [draft, setDraft] = useState<Draft>(initial);
  const [faults, setErrors] = useState<DraftErrors>({});
  const afterPointerUp = useAfterPointerUp();

  /** Applies a change; clears the errors of the changed fields until the next validation. */
  function change(part: Partial<Draft>, ...names: readonly string[]) {
    setDraft((before) => ({ ...before, ...part }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))));
  }
  const showError = (name: string, fault: string | undefined) => {
    if (fault !== undefined) afterPointerUp(() => setErrors((before) => ({ ...before, [name]: fault })));
  };
  return {
    draft,
    errors: faults,
    setErrors,
    toggleType: (type) => {
      setDraft((before) => ({ ...before, types: toggleType(before.types, type) }));
      setErrors({});
    },
    type: (name, value) => change({ values: { ...draft.values, [name]: value } }, name),
    toggleOption: (option) => change({ options: toggleOption(draft.options, option) }, "options"),
    setUpload: (upload) => change({ upload }, "nin_csv"),
    setPurpose: (part) => change(part, part.purposeCode === undefined ? "purposeNote" : "purpose"),
    setLabel: (label) => change({ label }, "label"),
    validateLabelOnBlur: (label = draft.label) => showError("label", validateDraft({ ...draft, label })["label"]),
    validateOnBlur: (type, name, text = draft.values[name] ?? "") => showError(name, validateField(type, name, text)),
    validateNoteOnBlur: (purposeNote = draft.purposeNote) =>
      showError("purposeNote", validateDraft({ ...draft, purposeNote })["purposeNote"]),
    toggleExpectedName: () =>
      change(
        { hasExpectedName: !draft.hasExpectedName, expectedName: emptyDraft.expectedName },
        ...expectedNameParts.map((part) => `expectedName.${part}`),
      ),
    setExpectedName: (part) =>
      change(
        { expectedName: { ...draft.expectedName, ...part } },
        ...Object.keys(part).map((name) => `expectedName.${name}`),
      ),
    validateExpectedNameOnBlur: (part) =>
      showError(`expectedName.${part}`, validateDraft(draft)[`expectedName.${part}`]),
  };
}

/**
 * Runs an action at once, or on release while a pointer is down: an error below an input moves the content below
 * it, and a press that has begun there must not miss its target.
 */
function useAfterPointerUp(): (act: () => void) => void {
  const isDown = useRef(false);
  useEffect(() => {
    const down = () => (isDown.current = true);
    const up = () => (isDown.current = false);
    addEventListener("pointerdown", down, true);
    addEventListener("pointerup", up, true);
    addEventListener("pointercancel", up, true);
    return () => {
      removeEventListener("pointerdown", down, true);
      removeEventListener("pointerup", up, true);
      removeEventListener("pointercancel", up, true);
    };
  }, []);
  return (act) => {
    if (!isDown.current) return act();
    // the click event follows in the same task
    const released = () => setTimeout(act);
    addEventListener("pointerup", released, { once: true, capture: true });
  };
}
