import * as texts from "@idanimo/contract/texts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Problem } from "../../lib/call.ts";
import { Words } from "../payment/PaymentDialogs.tsx";
import type { Ending } from "./outcomes.ts";
import type { Purchase } from "./use-purchase.ts";

/** What became of a paid request of which some part failed. Source: PAY-18, PAY-20, ERR-37, ERR-38, ERR-47, ERR-51. */
export function EndedDialog({
  endings,
  purchase,
}: {
  readonly endings: readonly Ending[];
  readonly purchase: Purchase;
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
          <Ok onPress={purchase.startOver} />
          <Button onClick={purchase.toDashboard}>See it in the history</Button>
        </>
      }
    >
      <Words>
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
      </Words>
    </Dialog>
  );
}

/** The answer to a submission was none we know, or none at all; what is paid goes on all the same. Source: ERR-50, F-07. */
export function NotToldDialog({ problem, purchase }: { readonly problem: Problem; readonly purchase: Purchase }) {
  const isOdd = problem.code === "unexpected";
  return (
    <Dialog
      open
      variant="alert"
      dismissable={false}
      title={texts.errorTitle}
      onClose={purchase.reload}
      actions={
        <>
          <Ok onPress={purchase.reload} />
          <Button onClick={purchase.toDashboard}>See it in the history</Button>
        </>
      }
    >
      <Words>
        <p>{isOdd ? texts.unexpectedServerError : problem.message}</p>
        <p>
          Your payment is counted, and the look-up goes on. If it fails on our side, the money returns to your wallet.
        </p>
        {isOdd && <p>{problem.message}</p>}
      </Words>
    </Dialog>
  );
}

function Ok({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button kind="primary" onClick={onPress}>
      OK
    </Button>
  );
}
