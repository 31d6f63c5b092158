import { useState } from "react";
import { shortcutKeys } from "../lib/shortcut-key.ts";
import { storedKeyboardShortcuts } from "../lib/storage.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import styles from "./ShortcutsDialog.module.css";

const shortcuts = [
  { key: shortcutKeys.search, what: "Search your checks, on the dashboard" },
  { key: shortcutKeys.newCheck, what: "New check" },
  { key: shortcutKeys.help, what: "Show these shortcuts" },
] as const;

/** The keyboard shortcuts, and the choice to turn them off. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setIsOn] = useState(() => storedKeyboardShortcuts.get() !== "off");
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts.map(({ key, what }) => (
          <div key={key}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Use keyboard shortcuts"
        hint="Turn them off if speech input triggers them."
        checked={isOn}
        onChange={() => {
          setIsOn(!isOn);
          if (isOn) storedKeyboardShortcuts.set("off");
          else storedKeyboardShortcuts.remove();
        }}
      />
    </Dialog>
  );
}
