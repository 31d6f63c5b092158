import { historySearchMaxLength } from "@idanimo/contract/limits";
import { useEffect, useRef } from "react";
import { storedSlashShortcut } from "../../lib/storage.ts";
import { classes } from "../../ui/classes.ts";
import control from "../../ui/control.module.css";
import { Field } from "../../ui/Field.tsx";
import { SearchIcon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./SearchBox.module.css";

type Props = { readonly typed: string; readonly onType: (typed: string) => void; readonly busy: boolean };

/**
 * The search field of the history. "/" focuses it on wide screens unless the shortcut is off; Escape clears it
 * [DASH-04].
 */
export function SearchBox({ typed, onType, busy }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
      // a narrow screen has no menu to turn the shortcut off
      if (storedSlashShortcut.get() === "off" || !matchMedia("(min-width: 60em)").matches) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener("keydown", focusOnSlash);
    return () => document.removeEventListener("keydown", focusOnSlash);
  }, []);
  return (
    <Field label="Search all your requests" labelHidden>
      {(ids) => (
        <div className={control.wrap}>
          <span className={control.before} aria-hidden="true">
            {busy ? <Spinner size={20} /> : <SearchIcon />}
          </span>
          <input
            ref={box}
            type="search"
            className={classes(control.box, styles.box)}
            placeholder="Search"
            maxLength={historySearchMaxLength}
            // the search text may be a person's number: the browser must neither store it nor send it to a spell
            // checker
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-keyshortcuts="/"
            value={typed}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || typed === "") return;
              event.preventDefault();
              onType("");
            }}
            {...ids}
          />
          <kbd className={styles.key} aria-hidden="true" hidden={typed !== ""}>
            /
          </kbd>
        </div>
      )}
    </Field>
  );
}

/** Whether the focused element takes text input. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null;
}
