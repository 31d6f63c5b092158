import { LinkButton } from "../../ui/Button.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import styles from "./NotFound.module.css";

/**
 * The not-found page, for a missing result and any unknown path. The first sentence is the specification's [NAV-05
 * O-53].
 */
export function NotFound() {
  return (
    <div className={styles.missing}>
      <LensIllustration />
      <h1>Result not found</h1>
      <p className="quiet">Result not found. Please check your input value and try again.</p>
      <p className="quiet">
        Looking for a page? This page does not exist. The address may be mistyped, or the page has moved.
      </p>
      <LinkButton kind="primary" href="/dashboard">
        Check another value
      </LinkButton>
    </div>
  );
}
