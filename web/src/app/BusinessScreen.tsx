import type { ComponentProps } from "react";
import { BusinessResultScreen, type StakeholderLookupComponent } from "../features/result/BusinessResultScreen.tsx";
import { StakeholderLookup } from "../features/stakeholders/StakeholderLookup.tsx";
import { PaymentDialog } from "../features/wallet/PaymentDialog.tsx";
import { useWalletDialog } from "./use-wallet-dialog.ts";

/** A business result at `/businessName`, with the lookup of each company's stakeholders [RESULT-BUSINESS-01]. */
export function BusinessScreen() {
  return <BusinessResultScreen StakeholderLookup={LookupWithDialogs} />;
}

function LookupWithDialogs(props: ComponentProps<StakeholderLookupComponent>) {
  const { openForMissing } = useWalletDialog();
  return <StakeholderLookup {...props} PaymentDialog={PaymentDialog} onTopUp={openForMissing} />;
}
