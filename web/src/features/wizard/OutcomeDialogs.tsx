import * as texts from "@idanimo/contract/texts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Problem } from "../../lib/call.ts";
import { DialogText } from "../payment/PaymentDialogs.tsx";
import type { SectionOutcome } from "./outcomes.ts";
import type { PurchaseFlow } from "./use-purchase.ts";

/** The outcomes of a paid request of which some sections failed [PAY-18 PAY-20 ERR-37 ERR-38 ERR-47 ERR-51]. */
export function FailedSectionsDialog({
  endings,
  purchase,
}: {
  readonly endings: readonly SectionOutcome[];
  readonly purchase: PurchaseFlow;
}) {
  const failed = endings.filter((ending) => !ending.isGood);
  const good = endings.filter((ending) => ending.isGood);
  return (
    <Dialog
      open
      variant="alert"
      dismissable={false}
      title={failed[0]?.title}
      onClose={purchase.startOver}
      actions={
        <>
          <OkButton onPress={purchase.startOver} />
          <Button onClick={purchase.goToDashboard}>View in history</Button>
        </>
      }
    >
      <DialogText>
        {[...failed, ...good].map(({ requestId, about, words, more }) => (
          <p key={requestId ?? about}>
            {endings.length > 1 && (
              <>
                <strong>{about}</strong>
                <br />
              </>
            )}
            {words}
            {more && (
              <>
                <br />
                {more}
              </>
            )}
          </p>
        ))}
      </DialogText>
    </Dialog>
  );
}

/** The response to a submission was unknown or missing; the paid request continues anyway [ERR-50 F-07]. */
export function OutcomeUnknownDialog({
  problem,
  purchase,
}: {
  readonly problem: Problem;
  readonly purchase: PurchaseFlow;
}) {
  const isUnexpected = problem.code === "unexpected";
  return (
    <Dialog
      open
      variant="alert"
      dismissable={false}
      title={texts.errorTitle}
      onClose={purchase.reload}
      actions={
        <>
          <OkButton onPress={purchase.reload} />
          <Button onClick={purchase.goToDashboard}>View in history</Button>
        </>
      }
    >
      <DialogText>
        <p>{isUnexpected ? texts.unexpectedServerError : problem.message}</p>
        <p>We received your payment and the check continues. If it fails on our side, we refund your wallet.</p>
        {isUnexpected && <p>{problem.message}</p>}
      </DialogText>
    </Dialog>
  );
}

function OkButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button kind="primary" onClick={onPress}>
      OK
    </Button>
  );
}
