import * as texts from "@idanimo/contract/texts";
import { addPasskey, passkeyOptions } from "@idanimo/contract/second-factor";
import { startRegistration } from "@simplewebauthn/browser";
import { safeParse } from "zod/mini";
import { type CallResult, call, type Problem } from "../../lib/call.ts";
import { TextInput } from "../../ui/TextInput.tsx";
import { creationOptions } from "./creation-options.ts";
import { ReauthenticationDialog } from "./ReauthenticationDialog.tsx";
import { deviceName, passkeyErrorMessage } from "./rules.ts";
import { useReauthentication } from "./use-reauthentication.ts";

type Props = { readonly hasPassword: boolean; readonly onDone: () => void; readonly onClose: () => void };

/** Creates a passkey on this device and registers its public key with the server. */
export function AddPasskeyDialog({ hasPassword, onDone, onClose }: Props) {
  const proof = useReauthentication({ password: hasPassword, name: deviceName(navigator.userAgent) });
  return (
    <ReauthenticationDialog
      title="Add a passkey"
      submitLabel="Add passkey"
      busyLabel="Asking your device"
      {...{ proof, hasPassword, onClose }}
      description="Sign in with your fingerprint, face or screen lock instead of a password. Your device will ask you in a moment."
      onSend={async ({ name, password }) => {
        const done = await proof.ask(() => registerPasskey(name ?? "", password));
        if (done) onDone();
      }}
    >
      <TextInput label="Name" hint="A name to recognise it by." maxLength={60} {...proof.text("name")} />
    </ReauthenticationDialog>
  );
}

async function registerPasskey(name: string, password: string | undefined): Promise<CallResult<unknown>> {
  const challenge = await call(passkeyOptions, password === undefined ? {} : { password });
  if (!challenge.ok) return challenge;
  const { challengeId, options } = challenge.value;
  const read = safeParse(creationOptions, options);
  if (!read.success) return passkeyFailure(undefined);
  try {
    const response = await startRegistration({ optionsJSON: read.data });
    return await call(addPasskey, { challengeId, response: { ...response, response: { ...response.response } }, name });
  } catch (error) {
    return passkeyFailure(error);
  }
}

function passkeyFailure(error: unknown): { readonly ok: false; readonly problem: Problem } {
  const shown = { status: 400, title: texts.errorTitle, message: passkeyErrorMessage(error) };
  return { ok: false, problem: { code: "passkey_refused", ...shown } };
}
