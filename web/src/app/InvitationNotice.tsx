import { useState } from "react";
import { storedInvitation } from "../lib/storage.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";

/** Reminds of an invitation that was opened in this tab before a sign-in that ended here. */
export function InvitationNotice() {
  const [isShown, setIsShown] = useState(() => storedInvitation.get() !== undefined);
  if (!isShown) return null;
  function dismiss() {
    storedInvitation.remove();
    setIsShown(false);
  }
  return (
    <Notice
      tone="info"
      title="You have an invitation to an organisation"
      onDismiss={dismiss}
      actions={
        <LinkButton size="small" href="/join">
          See the invitation
        </LinkButton>
      }
    />
  );
}
