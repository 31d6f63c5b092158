import * as texts from "@idanimo/contract/developers/texts";
import { CopyableText } from "../../ui/CopyableText.tsx";
import { ShownOnceDialog } from "../../ui/ShownOnceDialog.tsx";

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
  return (
    <ShownOnceDialog title={title} savedLabel="I have copied it" onClose={onClose}>
      <p>
        {place} <strong>{once}</strong>
      </p>
      <CopyableText text={secret} what={what} label={copy} />
      <p className="quiet">{use}</p>
    </ShownOnceDialog>
  );
}
