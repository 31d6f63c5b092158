import { renewRecoveryCodes } from "@idanimo/contract/second-factor";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { SecondFactorField, ReauthenticationDialog } from "./ReauthenticationDialog.tsx";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { useReauthentication } from "./use-reauthentication.ts";

type Props = {
  readonly hasPassword: boolean;
  readonly email: string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
};

/** Replaces the recovery codes by ten new ones. */
export function RenewCodesDialog({ hasPassword, email, onChanged, onClose }: Props) {
  const proof = useReauthentication({ password: hasPassword, code: true });
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog title="Your new recovery codes" {...{ codes, email, onClose }} />;
  return (
    <ReauthenticationDialog
      title="Make new recovery codes?"
      submitLabel="Make new codes"
      busyLabel="Making codes"
      {...{ proof, hasPassword, onClose }}
      consequence="Your current codes will stop working."
      description="We show the new codes only once. Be ready to save them."
      onSend={async ({ code, password }) => {
        const input = { code: code ?? "", ...(password !== undefined && { password }) };
        const value = await proof.ask(() => call(renewRecoveryCodes, input));
        if (!value) return;
        setCodes(value.recoveryCodes);
        onChanged();
      }}
    >
      <SecondFactorField proof={proof} />
    </ReauthenticationDialog>
  );
}
