import { BulkField } from "../features/bulk/BulkField.tsx";
import { FaceField } from "../features/live-face/FaceField.tsx";
import { PaymentDialog } from "../features/wallet/PaymentDialog.tsx";
import { WizardScreen } from "../features/wizard/WizardScreen.tsx";
import { useWalletDialog } from "./use-wallet-dialog.ts";

/** Parts of other features that the wizard renders among its fields. */
const slots = { BulkField, FaceField };

/** The wizard at `/dashboard`, with the wallet's payment frame and top-up. */
export function VerifyScreen() {
  const { openForMissing: openFor } = useWalletDialog();
  return <WizardScreen PaymentDialog={PaymentDialog} onTopUp={openFor} slots={slots} />;
}
