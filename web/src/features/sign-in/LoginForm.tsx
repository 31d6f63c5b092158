import { login } from "@idanimo/contract/accounts";
import { idleCountdownSeconds } from "@idanimo/contract/limits";
import { sharedIdleWarningMs } from "@idanimo/contract/shared-computer";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import type { output } from "zod/mini";
import { call } from "../../lib/call.ts";
import { askClientAddress, clientAddressInTime } from "../../lib/client-address.ts";
import { useForm } from "../../lib/form.ts";
import type { PersonCheck } from "../../lib/person-check.ts";
import { type Entered, enteredBy } from "../../lib/signed-in.ts";
import { rememberedEmail, sharedComputer, storedClientToken, storedIpAddress } from "../../lib/storage.ts";
import { useSlow } from "../../lib/use-slow.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { loginFields } from "./fields.ts";
import own from "./LoginForm.module.css";
import { type Refusal, refusalOf } from "./refusal.ts";

const sharedQuietMinutes = sharedIdleWarningMs / 60_000 + idleCountdownSeconds / 60;

type Props = {
  readonly check: PersonCheck;
  /** The email that was proved on the way here, or whose sign-in ended for want of activity: the form begins with it. */
  readonly proved: string;
  readonly onEntered: (entered: Entered) => void;
  /** The password was right, but the account waits for its code. */
  readonly onNotActivated: (account: { readonly id: string; readonly email: string }) => void;
};

/** Signs in with e-mail and password. Source: A§3 to A§5, A§8. */
export function LoginForm({ check, proved, onEntered, onNotActivated }: Props) {
  const [busy, setBusy] = useState(false);
  const isSlow = useSlow(busy);
  const [refusal, setRefusal] = useState<Refusal>();
  const [remembered] = useState(rememberedEmail.get);
  const form = useForm(loginFields, () => {
    const email = proved || remembered;
    return { email, password: "", rememberMe: email !== "" && email === remembered };
  });
  const [shared, setShared] = useState(sharedComputer.get);
  useEffect(() => void askClientAddress(), []);

  // at once, and not with the form: the ways in below it heed it as well
  function share(wanted: boolean) {
    sharedComputer.set(wanted);
    setShared(wanted);
    if (wanted) form.set("rememberMe", false);
  }
  function remember(wanted: boolean) {
    if (wanted) share(false);
    form.set("rememberMe", wanted);
  }

  async function signIn({ email, password, rememberMe }: output<typeof loginFields>) {
    if (busy || !check.answer) return;
    setBusy(true);
    setRefusal(undefined);
    const { ip } = await clientAddressInTime();
    const answer = await call(login, {
      email,
      password,
      rememberMe,
      ipAddress: ip,
      deviceToken: storedClientToken.get() ?? null,
      captcha: check.answer,
    });
    if (answer.ok) {
      if (rememberMe) rememberedEmail.set(email);
      else rememberedEmail.forget();
      if (ip) storedIpAddress.set(ip);
      // stays busy: the next page is on its way
      return onEntered(enteredBy(answer.value));
    }
    setBusy(false);
    check.renew();
    const { problem } = answer;
    const id = problem.details?.["id"];
    if (problem.code === "account_not_activated" && id) return onNotActivated({ id, email });
    setRefusal(refusalOf(problem));
    form.show(
      problem.code === "incorrect_credentials" ? { password: texts.incorrectCredentials } : (problem.fields ?? {}),
    );
  }

  return (
    <form className={styles.form} aria-label="Sign in" {...form.bind(signIn)}>
      <TextInput
        label="Email"
        type="email"
        inputMode="email"
        // the last word lets the browser propose passkeys here
        autoComplete={shared ? "off" : "username webauthn"}
        autoCapitalize="none"
        spellCheck={false}
        {...form.text("email")}
      />
      <div className={own.password}>
        <PasswordInput label="Password" autoComplete={shared ? "off" : "current-password"} {...form.text("password")} />
        <a href="/forgot-password">Forgot your password?</a>
      </div>
      <div className={own.choices}>
        <Checkbox
          label="Remember me"
          hint="Only your email, for 7 days."
          {...form.box("rememberMe")}
          onChange={({ currentTarget }) => remember(currentTarget.checked)}
        />
        <Checkbox
          label="This is a shared computer"
          hint={`Nothing of yours stays here. You are signed out after ${sharedQuietMinutes} quiet minutes.`}
          name="shared"
          checked={shared}
          onChange={({ currentTarget }) => share(currentTarget.checked)}
        />
      </div>
      {check.line}
      {/* beside the button that was pressed */}
      {refusal && (
        <Notice tone="problem" announce title={refusal.title}>
          {refusal.text}
        </Notice>
      )}
      {isSlow && (
        <Notice tone="waiting" announce title={texts.signInSlow}>
          {texts.signInSlowNext}
        </Notice>
      )}
      <Button
        kind="primary"
        type="submit"
        wide
        disabled={!check.answer && !busy}
        aria-describedby={check.lineId}
        busy={busy && texts.loggingIn}
      >
        Sign in
      </Button>
    </form>
  );
}
