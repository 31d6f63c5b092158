import { brand } from "@idanimo/contract/brand";
import type { Sponsor } from "@idanimo/contract/sponsors";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

type Props = {
  /** Undefined: closed. */
  readonly sponsor: Sponsor | undefined;
  readonly onClose: () => void;
};

/**
 * A warning before the user leaves: the destination, and which data is not sent there. Uses the operator's link
 * unchanged [T-56].
 */
export function ExternalLinkDialog({ sponsor, onClose }: Props) {
  return (
    <Dialog
      open={sponsor !== undefined}
      onClose={onClose}
      title={`Leave ${brand.name}?`}
      actions={
        sponsor && (
          <>
            <LinkButton
              kind="primary"
              href={sponsor.address}
              target="_blank"
              rel="noreferrer noopener nofollow sponsored"
              referrerPolicy="no-referrer"
              onClick={onClose}
            >
              Go to {sponsor.name}
            </LinkButton>
            <Button onClick={onClose}>Stay here</Button>
          </>
        )
      }
    >
      {sponsor && (
        <>
          <p>
            You are leaving {brand.name} for {sponsor.name}. We don't share anything about you or this result.
          </p>
          <p className="quiet">{new URL(sponsor.address).hostname} opens in a new tab.</p>
        </>
      )}
    </Dialog>
  );
}
