import type { SearchField, SearchOption, SearchType } from "@idanimo/contract/catalogue";
import { useEffect, useRef, useState } from "react";
import { validateField, type DraftErrors, validateDraft } from "./draft.ts";
import { type Draft, emptyDraft, toggleType, type BulkUpload } from "./rules.ts";

/** What a person has chosen and typed so far, and what is wrong with it. It lives in memory alone. Source: T-19. */
export type DraftState = {
  readonly draft: Draft;
  readonly errors: DraftErrors;
  readonly setErrors: (errors: DraftErrors) => void;
  readonly toggleType: (setValue: SearchType) => void;
  readonly type: (name: SearchField, value: string) => void;
  readonly toggleOption: (option: SearchOption) => void;
  readonly setUpload: (upload: BulkUpload | undefined) => void;
  readonly setPurpose: (part: { readonly purposeCode?: string; readonly purposeNote?: string }) => void;
  /** Checks a box that is left, or one with a text that it is not for. */
  readonly validateOnBlur: (type: SearchType, name: SearchField, text?: string) => void;
  readonly validateNoteOnBlur: (note?: string) => void;
};

export function useDraft(): DraftState {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [faults, setErrors] = useState<DraftErrors>({});
  const afterPointerUp = useAfterPointerUp();

  /** Takes a change in; what was wrong with the changed fields is forgotten until it is looked at again. */
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
    toggleOption: (option) => {
      const others = draft.options.filter((known) => known !== option);
      change({ options: draft.options.includes(option) ? others : [...draft.options, option] }, "options");
    },
    setUpload: (upload) => change({ upload }, "nin_csv"),
    setPurpose: (part) => change(part, part.purposeCode === undefined ? "purposeNote" : "purpose"),
    validateOnBlur: (type, name, text = draft.values[name] ?? "") => showError(name, validateField(type, name, text)),
    validateNoteOnBlur: (purposeNote = draft.purposeNote) =>
      showError("purposeNote", validateDraft({ ...draft, purposeNote })["purposeNote"]),
  };
}

/**
 * Does something at once, or, while a pointer is down, when it is up again: a sentence that appears under a box moves what is
 * below it, and a press that has begun there must not miss.
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
    // the click that follows comes in the same turn
    const released = () => setTimeout(act);
    addEventListener("pointerup", released, { once: true, capture: true });
  };
}
