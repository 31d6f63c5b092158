import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";

type Props = { readonly address: string; readonly onDismiss: () => void };

/** Links from the dashboard to a bulk file that has just been paid for. */
export function BulkPaidNotice({ address, onDismiss }: Props) {
  return (
    <Notice
      tone="info"
      announce
      title="Your bulk file is paid"
      onDismiss={onDismiss}
      actions={
        <LinkButton size="small" href={address}>
          View bulk results
        </LinkButton>
      }
    >
      We ask each person separately. See the bulk results for who has replied.
    </Notice>
  );
}
