import * as texts from "@idanimo/contract/developers/texts";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./Keys.module.css";

const secretTexts = {
  key: {
    place: "Put this key where your system keeps its secrets.",
    once: "We won't show it again.",
    what: "The key",
    copy: "Copy the key",
    use: "Send it in the Authorization header, as Bearer. Never put it into an address.",
  },
  webhook: {
    place: "Your system verifies the signature of each delivery with this secret.",
    once: texts.webhookSecretOnce,
    what: "The secret",
    copy: "Copy the secret",
    use: texts.webhookSecretHint,
  },
} as const;

type Props = {
  readonly title: string;
  readonly secret: string;
  readonly secretOf?: keyof typeof secretTexts;
  readonly onClose: () => void;
};

/** Shows a secret, once. It is nowhere else in the browser. */
export function SecretDialog({ title, secret, secretOf = "key", onClose }: Props) {
  const { place, once, what, copy, use } = secretTexts[secretOf];
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
          {place} <strong>{once}</strong>
        </p>
        <p className={styles.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} what={what} label={copy} />
        </p>
        <p className="quiet">{use}</p>
        <Checkbox
          label="I have copied it"
          checked={isSaved}
          onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
