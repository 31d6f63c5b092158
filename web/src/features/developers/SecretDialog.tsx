import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./Keys.module.css";

type Props = { readonly title: string; readonly secret: string; readonly onClose: () => void };

/** Shows a secret, once. It is nowhere else in the browser. */
export function SecretDialog({ title, secret, onClose }: Props) {
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
      <div className={styles.parts}>
        <p>
          Put this key where your system keeps its secrets. <strong>We won't show it again.</strong>
        </p>
        <p className={styles.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} what="The key" label="Copy the key" />
        </p>
        <p className="quiet">Send it in the Authorization header, as Bearer. Never put it into an address.</p>
        <Checkbox
          label="I have copied it"
          checked={isSaved}
          onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
