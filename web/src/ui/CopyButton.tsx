import { Button } from "./Button.tsx";
import { CopyIcon } from "./icons.tsx";
import { useToast } from "./Toast.tsx";

type Props = {
  readonly text: string;
  /** What is copied, as the start of a sentence: "The codes". */
  readonly what: string;
  /** The accessible name, where a screen has several. */
  readonly label?: string;
};

/** Copies a text that is too long to type. */
export function CopyButton({ text, what, label }: Props) {
  const toast = useToast();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: "success", text: `${what} can now be pasted.` });
    } catch {
      toast({ tone: "problem", text: `${what} could not be copied. Select and copy it yourself.` });
    }
  }
  return (
    <Button size="small" icon={<CopyIcon />} aria-label={label} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
