import { LinkButton } from "../../ui/Button.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import styles from "./NotFound.module.css";

/** A result that is not there. The words are the specification's. Source: A§2, B§2. */
export function NotFound() {
  return (
    <div className={styles.missing}>
      <LensIllustration />
      <h1>Result not found</h1>
      <p className="quiet">Result not found. Please check your input value and try again.</p>
      <LinkButton kind="primary" href="/dashboard">
        Check another value
      </LinkButton>
    </div>
  );
}
