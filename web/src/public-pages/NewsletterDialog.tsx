import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextInput } from "../ui/TextInput.tsx";

type Props = { readonly open: boolean; readonly onClose: () => void };

/** Asks for an address to send news to. The specification has it and shows it nowhere; so do we. Source: A§1, A§5, LAND-10. */
export function NewsletterDialog({ open, onClose }: Props) {
  return (
    <Dialog open={open} title="News by mail" onClose={onClose}>
      <form>
        <TextInput type="email" name="email" label="Email" required autoComplete="email" />
        <Button kind="primary" type="submit">
          Send me news
        </Button>
      </form>
    </Dialog>
  );
}
