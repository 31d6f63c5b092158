import { type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { Checkbox } from "./Checkbox.tsx";
import { Dialog } from "./Dialog.tsx";
import styles from "./ShownOnceDialog.module.css";

type Props = {
  readonly title: string;
  /** The label of the checkbox: "I have copied it". */
  readonly savedLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Shows a secret once. It closes only after the user says that the secret is saved. */
export function ShownOnceDialog({ title, savedLabel, onClose, children }: Props) {
  const [isSaved, setSaved] = useState(false);
  return (
    <Dialog
      open
      dismissable={false}
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.body}>
        {children}
        <div className={styles.saved}>
          <Checkbox
            label={savedLabel}
            checked={isSaved}
            onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
          />
        </div>
      </div>
    </Dialog>
  );
}
