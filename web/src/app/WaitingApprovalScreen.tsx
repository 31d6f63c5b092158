import { PaymentDialog } from "../features/wallet/PaymentDialog.tsx";
import { ApprovalScreen } from "../features/wizard/ApprovalScreen.tsx";
import { useWalletDialog } from "./use-wallet-dialog.ts";

/** The page on which the requester of a check waits for its approval, at `/approval/<session>`. */
export function WaitingApprovalScreen() {
  const { openForMissing } = useWalletDialog();
  return <ApprovalScreen PaymentDialog={PaymentDialog} onTopUp={openForMissing} />;
}
