import * as texts from "@idanimo/contract/texts";
import { BulkField } from "../features/bulk/BulkField.tsx";
import { FaceField } from "../features/live-face/FaceField.tsx";
import { PaymentDialog } from "../features/wallet/PaymentDialog.tsx";
import { WizardScreen } from "../features/wizard/WizardScreen.tsx";
import { hasRight } from "../lib/use-right.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useUser } from "./use-user.ts";
import { useWalletDialog } from "./use-wallet-dialog.ts";

/** Parts of other features that the wizard renders among its fields. */
const slots = { BulkField, FaceField };

/** The wizard at `/dashboard`, with the wallet's payment frame and top-up. */
export function VerifyScreen() {
  const { openForMissing: openFor } = useWalletDialog();
  const { data: user } = useUser();
  if (user && !hasRight(user.organisation, "requests:create"))
    return (
      <>
        <PageHeader title={texts.wizardTitle} />
        <Notice
          tone="info"
          title="Your role does not include checks"
          actions={
            <LinkButton size="small" href="/main-dashboard">
              {texts.returnToDashboard}
            </LinkButton>
          }
        >
          Ask an owner or admin of {user.organisation?.name} if you need them.
        </Notice>
      </>
    );
  return <WizardScreen PaymentDialog={PaymentDialog} onTopUp={openFor} slots={slots} />;
}
