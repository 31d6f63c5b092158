import type { OutputOf } from "@idanimo/contract/operation";
import { confirmTotp, setUpTotp } from "@idanimo/contract/second-factor";
import { useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { AuthenticatorCodeInput } from "../../ui/AuthenticatorCodeInput.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ReauthenticationDialog } from "./ReauthenticationDialog.tsx";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { groupSecret } from "./rules.ts";
import styles from "./Security.module.css";
import { useReauthentication } from "./use-reauthentication.ts";

type TotpSetup = OutputOf<typeof setUpTotp>;
type Props = {
  readonly hasPassword: boolean;
  readonly email: string;
  /** The authenticator is on. The dialog stays open until the recovery codes are saved. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
};

/**
 * Asks for the password, shows the QR code and checks its first code, then shows ten recovery codes. The
 * authenticator is on only after a correct code.
 */
export function SetUpTotpDialog({ hasPassword, email, onChanged, onClose }: Props) {
  const proof = useReauthentication({ password: hasPassword });
  const [setup, setSetup] = useState<TotpSetup>();
  const [codes, setCodes] = useState<readonly string[]>();

  if (codes) return <RecoveryCodesDialog title="Your authenticator is on" {...{ codes, email, onClose }} />;
  if (setup)
    return (
      <ScanDialog
        setup={setup}
        onConfirmed={(recoveryCodes) => {
          setCodes(recoveryCodes);
          onChanged();
        }}
        onClose={onClose}
      />
    );
  return (
    <ReauthenticationDialog
      title="Set up an authenticator"
      submitLabel="Continue"
      busyLabel="Getting your key"
      {...{ proof, hasPassword, onClose }}
      description="You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis. When you sign in, we ask for your password and then the six digits in the app."
      onSend={async ({ password }) => {
        const value = await proof.ask(() => call(setUpTotp, password === undefined ? {} : { password }));
        if (value) setSetup(value);
      }}
    />
  );
}

type ScanDialogProps = {
  readonly setup: TotpSetup;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
};

function ScanDialog({ setup: made, onConfirmed, onClose }: ScanDialogProps) {
  const id = useId();
  const proof = useReauthentication({ password: false, code: true });
  return (
    <Dialog
      open
      title="Add this to your authenticator"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={proof.busy && "Checking"}>
            Turn on
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form
        id={id}
        className={form.form}
        aria-label="Confirm the authenticator"
        {...proof.bind(async ({ code }) => {
          const value = await proof.ask(() => call(confirmTotp, { code: code ?? "" }));
          if (value) onConfirmed(value.recoveryCodes);
        })}
      >
        <ContentOrProblem
          title="Your authenticator is not on yet"
          problem={proof.problem && problemMessage(proof.problem)}
          onDismiss={proof.dismiss}
        >
          <img className={styles.qr} src={made.qrCode} alt="QR code with the key below" />
          <div className={styles.secret}>
            <p className="quiet">Scan the QR code with your app, then enter the code it shows.</p>
            <p className="quiet">
              On this phone already? <a href={made.uri}>Open it in your authenticator</a>, or enter this key:
            </p>
            <p className={styles.secretLine}>
              <code className={styles.code}>{groupSecret(made.secret)}</code>
              <CopyButton text={made.secret} what="The secret" />
            </p>
          </div>
          <AuthenticatorCodeInput
            label="Code"
            hint="The six digits in your authenticator app."
            {...proof.text("code")}
          />
        </ContentOrProblem>
      </form>
    </Dialog>
  );
}
