import { fillPlaceholders } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { brand } from "../../brand.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { DialogText } from "./PaymentDialogs.tsx";

type Props = {
  /** The expected amount, formatted. */
  readonly amount: string;
  /** Identifies the payment or the purchase for support. */
  readonly reference: string;
  /** The consequence for the purchase, with a placeholder for the amount. */
  readonly message: string;
  readonly actions?: ReactNode;
};

/** A different amount was paid: where the money is and what the user can do [T-26]. */
export function DifferentAmountNotice({ amount, reference, message, actions }: Props) {
  return (
    <Notice
      tone="waiting"
      announce
      title={texts.differentAmountTitle}
      actions={
        <>
          <LinkButton size="small" href={`mailto:${brand.contactEmail}?subject=${reference}`}>
            Write to us
          </LinkButton>
          {actions}
        </>
      }
    >
      <DialogText>
        <p>{fillPlaceholders(message, { amount })}</p>
        <p>{fillPlaceholders(texts.differentAmountNext, { email: brand.contactEmail, reference })}</p>
      </DialogText>
    </Notice>
  );
}
