import { CopyButton } from "./CopyButton.tsx";
import styles from "./CopyableText.module.css";

type Props = {
  readonly text: string;
  /** What is copied, as the start of a sentence: "The token". */
  readonly what: string;
  /** The accessible name of the button. */
  readonly label: string;
};

/** A text that users enter elsewhere, with a button that copies it. */
export function CopyableText({ text, what, label }: Props) {
  return (
    <p className={styles.copyable}>
      <code>{text}</code>
      <CopyButton text={text} what={what} label={label} />
    </p>
  );
}
