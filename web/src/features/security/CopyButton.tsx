import { Button } from "../../ui/Button.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { useToast } from "../../ui/Toast.tsx";

type Props = {
  readonly text: string;
  /** What is copied, as the start of a sentence: "The codes". */
  readonly what: string;
};

export function CopyButton({ text, what }: Props) {
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
    <Button size="small" icon={<CopyIcon />} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
