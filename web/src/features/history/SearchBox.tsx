import { historySearchMaxLength } from "@idanimo/contract/limits";
import { useEffect, useRef } from "react";
import { isShortcut, shortcutKeys } from "../../lib/shortcut-key.ts";
import { classes } from "../../ui/classes.ts";
import control from "../../ui/control.module.css";
import { Field } from "../../ui/Field.tsx";
import { SearchIcon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./SearchBox.module.css";

type Props = { readonly typed: string; readonly onType: (typed: string) => void; readonly busy: boolean };

/**
 * The search field of the history. "/" focuses it on wide screens unless shortcuts are off; Escape clears it
 * [DASH-04].
 */
export function SearchBox({ typed, onType, busy }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (!isShortcut(event, shortcutKeys.search)) return;
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
