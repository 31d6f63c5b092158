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
          See your file
        </LinkButton>
      }
    >
      Each line asks its own person. The file's page shows how many have answered and has the results as a table.
    </Notice>
  );
}
