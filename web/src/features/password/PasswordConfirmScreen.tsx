import * as texts from "@idanimo/contract/texts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { CheckCircleIcon } from "../../ui/icons.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import styles from "./Password.module.css";

/** `/password-confirm`, after a password change. Its texts are those of a reset [PASSWORD-14 C-28]. */
export function PasswordConfirmScreen() {
  return (
    <div className={styles.column}>
      <PageHeader title={texts.resetSuccessful} />
      <Card>
        <div className={styles.done}>
          <p className={styles.line}>
            <CheckCircleIcon size={24} />
            <strong>{texts.passwordUpdated}</strong>
          </p>
          <p>Use your new password from now on. We signed you out on all other devices.</p>
          <LinkButton kind="primary" href="/" wide>
            Continue
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
