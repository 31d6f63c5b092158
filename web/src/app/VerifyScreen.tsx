import { useCallback } from "react";
import { PaymentDialog } from "../features/wallet/PaymentDialog.tsx";
import { WizardScreen } from "../features/wizard/WizardScreen.tsx";
import { useWallet } from "./wallet.ts";

/** The wizard at `/dashboard`, with the wallet's payment frame and top-up. */
export function VerifyScreen() {
  const { open } = useWallet();
  const topUp = useCallback(() => open(), [open]);
  return <WizardScreen PaymentDialog={PaymentDialog} onTopUp={topUp} />;
}
