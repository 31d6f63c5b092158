import { login } from "@idanimo/contract/accounts";
import { idleCountdownSeconds } from "@idanimo/contract/limits";
import { sharedIdleWarningMs } from "@idanimo/contract/shared-computer";
import * as texts from "@idanimo/contract/texts";
import { useEffect, useRef, useState } from "react";
import type { output } from "zod/mini";
import { call } from "../../lib/call.ts";
import { fetchClientAddress, fetchClientAddressWithTimeout } from "../../lib/client-address.ts";
import { useForm } from "../../lib/form.ts";
import type { CaptchaCheck } from "../../lib/captcha-check.ts";
import { type SignInResult, readSignInResult } from "../../lib/sign-in-result.ts";
import { rememberedEmail, sharedComputer, storedClientToken, storedIpAddress } from "../../lib/storage.ts";
import { useIsSlow } from "../../lib/use-is-slow.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { loginFields } from "./login-fields.ts";
import own from "./LoginForm.module.css";
import { type LoginError, loginErrorOf } from "./login-error.ts";
import type { OrganisationSignIn } from "./find-organisation-sign-in.ts";
import { useOrganisationSignIn } from "./use-organisation-sign-in.ts";

const sharedIdleMinutes = sharedIdleWarningMs / 60_000 + idleCountdownSeconds / 60;

type Props = {
  readonly check: CaptchaCheck;
  /** The initial value of the email: one that was just verified, or that of a session that ended for inactivity. */
  readonly initialEmail: string;
  readonly onEntered: (entered: SignInResult) => void;
  /** The password was correct, but the account is not activated. */
  readonly onNotActivated: (account: { readonly id: string; readonly email: string }) => void;
};

/** Signs in with email and password [LOGIN-01]. */
export function LoginForm({ check, initialEmail, onEntered, onNotActivated }: Props) {
  const [busy, setBusy] = useState(false);
  const isSlow = useIsSlow(busy);
  const [loginError, setLoginError] = useState<LoginError>();
  const [remembered] = useState(rememberedEmail.get);
  const form = useForm(loginFields, () => {
    const email = initialEmail || remembered;
    return { email, password: "", rememberMe: email !== "" && email === remembered };
  });
  const organisation = useOrganisationSignIn(form.values.email);
  const enforced = organisation.signIn?.enforced ? organisation.signIn : undefined;
  const [isShared, setIsShared] = useState(sharedComputer.get);
  useEffect(() => void fetchClientAddress(), []);
  const password = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (initialEmail === "") return;
    // after the screen has moved the focus to its title: the email is known, so the password is what is missing
    const frame = requestAnimationFrame(() => password.current?.querySelector("input")?.focus());
    return () => cancelAnimationFrame(frame);
  }, [initialEmail]);

  // at once and not on submit: the other sign-in methods below use it too
  function changeShared(wanted: boolean) {
    sharedComputer.set(wanted);
    setIsShared(wanted);
    if (wanted) form.set("rememberMe", false);
  }
  function changeRememberMe(wanted: boolean) {
    if (wanted) changeShared(false);
    form.set("rememberMe", wanted);
  }

  async function signIn({ email, password, rememberMe }: output<typeof loginFields>) {
    if (busy || !check.solution) return;
    setBusy(true);
    setLoginError(undefined);
    const { ip } = await fetchClientAddressWithTimeout();
    const result = await call(login, {
      email,
      password,
      rememberMe,
      ipAddress: ip,
      deviceToken: storedClientToken.get() ?? null,
      captcha: check.solution,
    });
    if (result.ok) {
      if (rememberMe) rememberedEmail.set(email);
      else rememberedEmail.remove();
      if (ip) storedIpAddress.set(ip);
      // stays busy: the next page is loading
      return onEntered(readSignInResult(result.value));
    }
    setBusy(false);
    check.renew();
    const { problem } = result;
    const id = problem.details?.["id"];
    if (problem.code === "account_not_activated" && id) return onNotActivated({ id, email });
    setLoginError(loginErrorOf(problem));
    form.showMessages(
      problem.code === "incorrect_credentials" ? { password: texts.incorrectCredentials } : (problem.fields ?? {}),
    );
  }

  const submitProps = form.formProps(signIn);
  if (enforced)
    submitProps.onSubmit = (event) => {
      event.preventDefault();
      location.assign(enforced.startUrl);
    };
  return (
    <form className={styles.form} aria-label="Sign in" {...submitProps}>
      <TextInput
        label="Email"
        type="email"
        inputMode="email"
        // "webauthn" lets the browser offer passkeys in this field
        autoComplete={isShared ? "off" : "username webauthn"}
        autoCapitalize="none"
        spellCheck={false}
        {...form.textProps("email")}
        onBlur={organisation.lookUp}
      />
      {!enforced && (
        <div className={own.password} ref={password}>
          <PasswordInput
            label="Password"
            autoComplete={isShared ? "off" : "current-password"}
            {...form.textProps("password")}
          />
          <a href="/forgot-password">Forgot your password?</a>
        </div>
      )}
      <div className={own.choices}>
        <Checkbox
          label="Remember me"
          hint="Saves your email on this device for 7 days."
          {...form.checkboxProps("rememberMe")}
          onChange={({ currentTarget }) => changeRememberMe(currentTarget.checked)}
        />
        <Checkbox
          label="This is a shared computer"
          hint={`We clear your data and sign you out after ${sharedIdleMinutes} minutes of inactivity.`}
          name="shared"
          checked={isShared}
          onChange={({ currentTarget }) => changeShared(currentTarget.checked)}
        />
      </div>
      {!enforced && check.statusLine}
      {/* next to the button that was pressed */}
      {loginError && (
        <Notice
          tone="problem"
          announce
          title={loginError.title}
          actions={
            loginError.organisation && (
              <LinkButton size="small" href={loginError.organisation.startUrl}>
                Continue with {loginError.organisation.name}
              </LinkButton>
            )
          }
        >
          {loginError.text}
        </Notice>
      )}
      {isSlow && (
        <Notice tone="waiting" announce title={texts.signInSlow}>
          {texts.signInSlowNext}
        </Notice>
      )}
      {enforced ? (
        <EnforcedLink signIn={enforced} />
      ) : (
        <>
          <Button
            kind="primary"
            type="submit"
            wide
            disabled={!check.solution && !busy}
            aria-describedby={check.statusLineId}
            busy={busy && texts.loggingIn}
          >
            Sign in
          </Button>
          {organisation.signIn && <OrganisationLink signIn={organisation.signIn} />}
        </>
      )}
    </form>
  );
}

type OrganisationLinkProps = { readonly kind?: "primary"; readonly signIn: OrganisationSignIn };

/** Leads to the sign-in of the organisation that has this email's domain. */
function OrganisationLink({ kind, signIn: { name, startUrl } }: OrganisationLinkProps) {
  return (
    <LinkButton kind={kind} wide href={startUrl} className={own.organisationLink}>
      Continue with {name}
    </LinkButton>
  );
}

/** In place of the password, whose field may have had the focus. */
function EnforcedLink({ signIn }: OrganisationLinkProps) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) part.current?.querySelector("a")?.focus();
  }, []);
  return (
    <div className={own.organisation} ref={part}>
      <p className="quiet">{signIn.name} requires its own sign-in for this email. You need no password here.</p>
      <OrganisationLink kind="primary" signIn={signIn} />
    </div>
  );
}
