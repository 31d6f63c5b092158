import type { OutputOf } from "@idanimo/contract/operation";
import { confirmTotp, setUpTotp } from "@idanimo/contract/second-factor";
import { useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { AuthenticatorCodeInput } from "../../ui/AuthenticatorCodeInput.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/Form.module.css";
import { GiveWay } from "../../ui/GiveWay.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { ProofDialog } from "./ProofDialog.tsx";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { inGroups } from "./rules.ts";
import styles from "./Security.module.css";
import { useProof } from "./use-proof.ts";

type Made = OutputOf<typeof setUpTotp>;
type Props = {
  readonly hasPassword: boolean;
  readonly email: string;
  /** It is on now. The dialog stays until the codes are kept. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
};

/** Password, then the picture to scan and its first code, then ten recovery codes. Nothing is on before the code was right. */
export function SetUpTotpDialog({ hasPassword, email, onChanged, onClose }: Props) {
  const proof = useProof({ password: hasPassword });
  const [made, setMade] = useState<Made>();
  const [codes, setCodes] = useState<readonly string[]>();

  if (codes) return <RecoveryCodesDialog title="Your authenticator is on" {...{ codes, email, onClose }} />;
  if (made)
    return (
      <ScanDialog
        made={made}
        onConfirmed={(recoveryCodes) => {
          setCodes(recoveryCodes);
          onChanged();
        }}
        onClose={onClose}
      />
    );
  return (
    <ProofDialog
      title="Set up an authenticator"
      act="Go on"
      acting="Making a secret"
      {...{ proof, hasPassword, onClose }}
      words="You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis. After your password we then also ask for the six digits it shows."
      onSend={async ({ password }) => {
        const value = await proof.ask(() => call(setUpTotp, password === undefined ? {} : { password }));
        if (value) setMade(value);
      }}
    />
  );
}

type ScanProps = {
  readonly made: Made;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
};

function ScanDialog({ made, onConfirmed, onClose }: ScanProps) {
  const id = useId();
  const proof = useProof({ password: false, code: true });
  return (
    <Dialog
      open
      title="Add this to your authenticator"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={id} busy={proof.busy && "Looking"}>
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
        <GiveWay
          title="Your authenticator is not on yet"
          problem={proof.problem && wordsOf(proof.problem)}
          onDismiss={proof.dismiss}
        >
          <img className={styles.qr} src={made.qrCode} alt="QR code that holds the secret below" />
          <div className={styles.secret}>
            <p className="quiet">Scan the picture with the app on your phone, and type the code that it then shows.</p>
            <p className="quiet">
              On this phone already? <a href={made.uri}>Open it in your authenticator</a>, or type this secret:
            </p>
            <p className={styles.secretLine}>
              <code className={styles.code}>{inGroups(made.secret)}</code>
              <CopyButton text={made.secret} what="The secret" />
            </p>
          </div>
          <AuthenticatorCodeInput
            label="Code"
            hint="The six digits your authenticator shows now."
            {...proof.text("code")}
          />
        </GiveWay>
      </form>
    </Dialog>
  );
}
