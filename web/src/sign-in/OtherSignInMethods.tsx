import { PasskeyButton } from "../features/passkey/PasskeyButton.tsx";
import { SocialButtons } from "../features/social/SocialButtons.tsx";
import { completeSignIn } from "./complete-sign-in.ts";
import styles from "./OtherSignInMethods.module.css";

type Props = {
  /** No user is signed in yet, so Google may show its One Tap prompt. */
  readonly oneTap: boolean;
};

/** Sign-in methods besides email and password. */
export function OtherSignInMethods({ oneTap }: Props) {
  return (
    <div className={styles.ways}>
      <p className={styles.or}>or</p>
      <PasskeyButton label="Sign in with a passkey" autofill onEntered={completeSignIn} />
      <SocialButtons oneTap={oneTap} onEntered={completeSignIn} />
    </div>
  );
}

/** Sign-up methods, for a new user without a passkey [SIGNUP-06]. */
export function OtherSignUpMethods() {
  return (
    <div className={styles.ways}>
      <SocialButtons above={<p className={styles.or}>or</p>} below={<TermsAcceptance />} onEntered={completeSignIn} />
    </div>
  );
}

function TermsAcceptance() {
  return (
    <p className={styles.terms}>
      By continuing with Google or Facebook, you accept the{" "}
      <a href="/privacy_policy" data-legal>
        Privacy policy
      </a>{" "}
      and the{" "}
      <a href="/terms_of_service" data-legal>
        Terms of Service
      </a>
      .
    </p>
  );
}
