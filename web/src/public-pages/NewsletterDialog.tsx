import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { TextInput } from "../ui/TextInput.tsx";

type Props = { readonly open: boolean; readonly onClose: () => void };

/** Asks for an email address for a newsletter. As specified, it is shown nowhere [LAND-10]. */
export function NewsletterDialog({ open, onClose }: Props) {
  return (
    <Dialog open={open} title="News by email" onClose={onClose}>
      <form>
        <TextInput type="email" name="email" label="Email" required autoComplete="email" />
        <Button kind="primary" type="submit">
          Get news
        </Button>
      </form>
    </Dialog>
  );
}
