import { secondFactorMinutes } from "@idanimo/contract/limits";
import { PasskeyButton } from "../features/passkey/PasskeyButton.tsx";
import { SecondFactorForm } from "../features/second-factor/SecondFactorForm.tsx";
import { Column } from "./Column.tsx";
import { enter, pendingTicket, startAgain } from "./enter.ts";
import styles from "./OtherWays.module.css";

/** `/login?step=second-factor`: after a password, or after a provider's page. A passkey does for both steps. */
export function SecondStep() {
  return (
    <Column
      title="One more step"
      lead={`Your account asks for a second proof that it is you. You have ${secondFactorMinutes} minutes.`}
      after={
        <>
          Not your account? <a href="/login">Start again</a>
        </>
      }
    >
      <SecondFactorForm ticket={pendingTicket()} onEntered={enter} onStartAgain={startAgain} />
      <div className={styles.ways}>
        <p className={styles.or}>or</p>
        <PasskeyButton label="Use a passkey instead" onEntered={enter} />
      </div>
    </Column>
  );
}
