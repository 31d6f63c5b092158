import { secondFactorMinutes } from "@idanimo/contract/limits";
import { PasskeyButton } from "../features/passkey/PasskeyButton.tsx";
import { SecondFactorForm } from "../features/second-factor/SecondFactorForm.tsx";
import { PageLayout } from "./PageLayout.tsx";
import { completeSignIn, pendingTicket, restartSignIn } from "./complete-sign-in.ts";
import styles from "./OtherSignInMethods.module.css";

/** `/login?step=second-factor`: after a password or a provider's redirect. A passkey covers both steps. */
export function SecondFactorStep() {
  return (
    <PageLayout
      title="One more step"
      lead={`Your account has a second step. You have ${secondFactorMinutes} minutes.`}
      after={
        <>
          Not your account? <a href="/login">Start again</a>
        </>
      }
    >
      <SecondFactorForm ticket={pendingTicket()} onEntered={completeSignIn} onStartAgain={restartSignIn} />
      <div className={styles.ways}>
        <p className={styles.or}>or</p>
        <PasskeyButton label="Use a passkey instead" onEntered={completeSignIn} />
      </div>
    </PageLayout>
  );
}
