import { PasskeyButton } from "../features/passkey/PasskeyButton.tsx";
import { SocialButtons } from "../features/social/SocialButtons.tsx";
import { enter } from "./enter.ts";
import styles from "./OtherWays.module.css";

type Props = {
  /** Nobody is signed in here yet, so Google may offer the accounts of this browser by itself. */
  readonly oneTap: boolean;
};

/** The ways in beside mail and password. */
export function OtherWays({ oneTap }: Props) {
  return (
    <div className={styles.ways}>
      <p className={styles.or}>or</p>
      <PasskeyButton label="Sign in with a passkey" offered onEntered={enter} />
      <SocialButtons oneTap={oneTap} onEntered={enter} />
    </div>
  );
}

/** The same for somebody new, who has no passkey yet. Source: A§2, SIGNUP-06. */
export function OtherSignUps() {
  return (
    <div className={styles.ways}>
      <SocialButtons above={<p className={styles.or}>or</p>} below={<Accepting />} onEntered={enter} />
    </div>
  );
}

function Accepting() {
  return (
    <p className={styles.terms}>
      Going on with Google or Facebook, you accept the{" "}
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
