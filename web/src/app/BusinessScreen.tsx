import type { ComponentProps } from "react";
import { BusinessResultScreen, type LookUp } from "../features/result/BusinessResultScreen.tsx";
import { Stakeholders } from "../features/stakeholders/Stakeholders.tsx";
import { PaymentDialog } from "../features/wallet/PaymentDialog.tsx";
import { useWallet } from "./wallet.ts";

/** A business result at `/businessName`, with the look-up of each company's stakeholders. Source: RESULT-BUSINESS-01. */
export function BusinessScreen() {
  return <BusinessResultScreen LookUp={LookUpHere} />;
}

function LookUpHere(props: ComponentProps<LookUp>) {
  const { openFor } = useWallet();
  return <Stakeholders {...props} PaymentDialog={PaymentDialog} onTopUp={openFor} />;
}
