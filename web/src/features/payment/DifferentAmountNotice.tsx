import { fillPlaceholders } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { brand } from "../../brand.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { DialogText } from "./PaymentDialogs.tsx";

type Props = {
  /** What was asked for, as it is written. */
  readonly amount: string;
  /** Names the payment or the purchase to us. */
  readonly reference: string;
  /** What it means for what was to be paid, with a place for the amount. */
  readonly message: string;
  readonly actions?: ReactNode;
};

/** Money was taken, but not what was asked for: where it is, and what to do now. Source: T-26. */
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
